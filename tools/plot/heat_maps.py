"""Heat maps of a result's dies: how busy each was, and how often its blocks were erased, by channel and die."""

MAPS = (("busy", "Dies: share of the time busy", "viridis"), ("mean_erases", "Dies: mean erases of a block", "magma"))


def has_dies(result):
    return bool(result.json.get("rainier", {}).get("dies", {}).get("busy"))


def rows_of(dies, key):
    """A row for each die of a channel, a column for each channel; a channel may have a die less than others."""
    values, channels = dies[key], dies["channels"]
    rows = -(-len(values) // channels)
    padded = list(values) + [float("nan")] * (rows * channels - len(values))
    return [padded[row * channels:(row + 1) * channels] for row in range(rows)]


def draw(figure, rows_of_axes, results):
    """One row of axes a quantity, one column a result; the colours of a row mean the same."""
    for axes_row, (key, title, colours) in zip(rows_of_axes, MAPS):
        everything = [value for result in results for value in result.json["rainier"]["dies"][key]]
        for axes, result in zip(axes_row, results):
            image = axes.imshow(rows_of(result.json["rainier"]["dies"], key), aspect="auto", origin="lower", cmap=colours,
                                vmin=0, vmax=max(max(everything), 1e-9), interpolation="nearest")
            axes.set(title=f"{title}\n{result.name}", xlabel="channel", ylabel="die of the channel")
            for axis in (axes.xaxis, axes.yaxis):
                axis.get_major_locator().set_params(integer=True)
            figure.colorbar(image, ax=axes)
