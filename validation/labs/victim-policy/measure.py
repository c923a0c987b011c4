#!/usr/bin/python3
"""Write amplification of a victim policy written in Python:

    validation/labs/victim-policy/measure.py POLICY.py [JOB.fio]

POLICY.py holds a function choose(candidates). The job is uniform.fio unless another is given.
"""
import importlib.util
import pathlib
import sys

LAB = pathlib.Path(__file__).resolve().parent
sys.path.append(str(LAB.parents[2] / "build/release/tools/python"))


def policy_of(path):
    if not pathlib.Path(path).is_file():
        sys.exit(f"measure.py: there is no file {path}")
    spec = importlib.util.spec_from_file_location("policy", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if not callable(getattr(module, "choose", None)):
        sys.exit(f"measure.py: {path}: expected a function choose(candidates)")
    return module.choose


def main(arguments):
    if len(arguments) not in (1, 2):
        sys.exit(__doc__.strip())
    try:
        import rainier
    except ImportError as error:
        sys.exit(f"measure.py: no module rainier ({error}); build it as the page says")
    job = arguments[1] if len(arguments) == 2 else LAB / "uniform.fio"
    sys.dont_write_bytecode = True
    try:
        drive = rainier.Drive(LAB / "drive.yaml", victim=policy_of(arguments[0]))
        result = drive.precondition("seq:128KiB:1,rand:4KiB:3").run(job)
    except rainier.RainierError as error:
        sys.exit(f"measure.py: {error}")
    print(result.dict["rainier"]["write_amplification"]["gc"])


if __name__ == "__main__":
    main(sys.argv[1:])
