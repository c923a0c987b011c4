// Numbers as people read them.

export const count = (value) => Math.round(value).toLocaleString("en-US");

function scaled(value, units, step) {
  let unit = 0;
  for (; Math.abs(value) >= step * 0.9995 && unit + 1 < units.length; ++unit) value /= step;
  return [value, units[unit]];
}
const digits = (value) => (value >= 100 || value === 0 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)).replace(/\.0+$/, "");

export function short(value) {
  const [number, unit] = scaled(value, ["", "K", "M", "G"], 1000);
  return digits(number) + unit;
}
export function bytes(value, suffix = "") {
  const [number, unit] = scaled(value, ["B", "kB", "MB", "GB", "TB", "PB"], 1000);
  return `${digits(number)} ${unit}${suffix}`;
}
export const rate = (value) => bytes(value, "/s");

/** Of microseconds. */
export function span(value) {
  const [number, unit] = scaled(value, ["µs", "ms", "s"], 1000);
  return `${digits(number)} ${unit}`;
}
export function spanParts(value) { return span(value).split(" "); }

export function seconds(value) {
  if (value < 60) return `${value.toFixed(3)} s`;
  const hours = Math.floor(value / 3600), minutes = Math.floor(value / 60) % 60;
  return `${hours ? hours + " h " : ""}${minutes} min ${(value % 60).toFixed(1)} s`;
}
