"""What is wrong with a file, as one line and exit status 2: `rainier plot` hands it on as it is."""
import json
import sys


def refuse(text):
    print(text, file=sys.stderr)
    sys.exit(2)


def read_json(path, expected):
    """The object that a file holds."""
    try:
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
    except (ValueError, RecursionError) as error:  # also what is no UTF-8
        refuse(f"{path}: not JSON, or cut short: {error}")
    if not isinstance(content, dict):
        refuse(f"{path}: expected {expected}")
    return content
