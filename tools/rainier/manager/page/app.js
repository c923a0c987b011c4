// The page: what the server sends of the drive, shown. It connects again by itself, and says when it can't.
import { Chart, Gauge, ROOM, sparkline } from "./charts.js";
import { DieMap } from "./map.js";
import { bytes, count, rate, seconds, short, span, spanParts } from "./format.js";
import * as actions from "./actions.js";

const $ = (id) => document.getElementById(id);
const put = (id, text) => { if ($(id).textContent !== String(text)) $(id).textContent = text; };
const status = {};
const COLUMNS = ["readIops", "writeIops", "readBytes", "writeBytes", "readP50", "readP99", "writeP50", "writeP99", "depth", "celsius", "watts"];
const past = Object.fromEntries(COLUMNS.map((name) => [name, []]));

function remember(point) {
  COLUMNS.forEach((name, i) => {
    past[name].push(point[i]);
    if (past[name].length > ROOM) past[name].shift();
  });
}
function point() {
  const { load, temperature, power } = status, r = load.read, w = load.write;
  return [r.iops, w.iops, r.bytes_per_second, w.bytes_per_second, r.latency_us?.p50 ?? null, r.latency_us?.p99 ?? null,
    w.latency_us?.p50 ?? null, w.latency_us?.p99 ?? null, load.depth, temperature.celsius, power.watts];
}

const of = (name) => () => past[name];
const charts = [
  new Chart($("chart-iops"), $("l-iops"), { format: short, least: 100, series: [
    { label: "Read", colour: "--read", values: of("readIops") }, { label: "Write", colour: "--write", values: of("writeIops") }] }),
  new Chart($("chart-bw"), $("l-bw"), { format: rate, least: 1e6, series: [
    { label: "Read", colour: "--read", values: of("readBytes") }, { label: "Write", colour: "--write", values: of("writeBytes") }] }),
  new Chart($("chart-lat"), $("l-lat"), { format: span, log: true, least: 10, series: [
    { label: "Read p50", colour: "--read", values: of("readP50"), dashed: true }, { label: "p99", colour: "--read", values: of("readP99") },
    { label: "Write p50", colour: "--write", values: of("writeP50"), dashed: true }, { label: "p99", colour: "--write", values: of("writeP99") }] }),
  new Chart($("chart-heat"), $("l-heat"), { format: (v) => v.toFixed(0), least: 30,
    limits: () => [...(status.power?.cap ? [{ value: status.power.cap, label: `${status.power.cap} W`, tint: "--write" }] : []),
      ...(status.temperature?.throttles ? [{ value: status.temperature.throttle, label: `throttles at ${status.temperature.throttle} °C` }] : [])],
    series: [{ label: "°C", colour: "--bad", values: of("celsius") }, { label: "W", colour: "--write", values: of("watts") }] }),
];
const map = new DieMap($("map"), { legend: $("legend"), text: $("die"), chosen: actions.choose });
const heat = new Gauge($("gauge-temp"), { unit: "°C", digits: 1 });
const watts = new Gauge($("gauge-power"), { unit: "W", digits: 1 });

function pill(id, text, tone) {
  const words = $(id).lastElementChild;
  if (words.textContent !== text) words.textContent = text;
  $(id).dataset.tone = tone;
}

function showIdentity() {
  const { drive, time } = status;
  put("model", drive.model);
  put("identity", `${bytes(drive.capacity_bytes)} · firmware ${drive.firmware} · serial ${drive.serial}`);
  document.title = `${drive.name}: Rainier`;
  if ($("sheet").childElementCount === 0) $("sheet").replaceChildren(...actions.facts(drive, 6));
  document.body.classList.toggle("locating", time.locating);
  $("do-locate").setAttribute("aria-pressed", time.locating);
}

function healthOf({ smart, rain, temperature, wear, time }) {
  if (time.starting) return ["Starting again", "warn"];
  if (temperature.shut_down) return ["Too hot: shut down", "bad"];
  if (wear.write_protected) return ["Write-protected", "bad"];
  if (!smart.passed) return ["Failing", "bad"];
  const lost = rain.uncorrectable + rain.lost_pages > 0;
  if (lost && rain.state === "rebuilding") return [`Data were lost, rebuilding ${Math.floor(100 * rain.progress)} %`, "bad"];
  if (rain.state === "rebuilding") return [`Rebuilding ${Math.floor(100 * rain.progress)} %`, "warn"];
  if (rain.state === "degraded") return ["Data were lost", "bad"];
  if (temperature.throttling) return ["Throttling", "warn"];
  return ["Healthy", "good"];
}

function paceOf({ pace, factor, achieved, lag_seconds: lag }) {
  const asked = pace === "free" ? "As fast as it goes" : pace === "real" ? "Real time"
    : factor < 1 ? `Slowed down ${pace.slice(1)} times` : `Sped up ${+factor.toFixed(2)} times`;
  const late = lag > 1e-6 ? `, replies ${span(lag * 1e6)} late` : "";
  const behind = factor > 0 && achieved < factor * 0.9;
  if (behind) return [`${asked}: this machine reaches ${(100 * achieved / factor).toFixed(0)} %${late}`, "warn"];
  return [`${asked}${factor > 0 ? "" : `, ${achieved.toFixed(achieved < 0.1 ? 3 : 2)} s a second`}${late}`, "quiet"];
}

function latency(id, flow) {
  const l = flow.latency_us;
  const [value, unit] = l ? spanParts(l.p99) : ["–", ""];
  put(`${id}-p99`, value);
  put(`${id}-p99-unit`, `${unit} p99`);
  put(`${id}-lat`, l ? `median ${span(l.p50)}` : "nothing ended");
  put(`${id}-tail`, l ? `p99.9 ${span(l.p999)}, max ${span(l.max)}` : "\u00a0");
}

function showLoad() {
  const { read, write, depth, slots, errors } = status.load;
  put("read-iops", count(read.iops));
  put("read-bw", rate(read.bytes_per_second));
  put("write-iops", count(write.iops));
  put("write-bw", rate(write.bytes_per_second));
  latency("read", read);
  latency("write", write);
  put("depth", depth < 10 ? depth.toFixed(1) : depth.toFixed(0));
  put("slots", `of ${slots} slots`);
  put("errors", errors === 0 ? "no errors" : `${count(errors)} ${errors === 1 ? "error" : "errors"}`);
  $("errors").dataset.tone = errors === 0 ? "" : "bad";
}

const PARTS = { idle: ["Idle", "--soft"], read: ["Read", "--read"], program: ["Program", "--write"], erase: ["Erase", "--erase"], channel: ["Channels", "--gc"], link: ["Link", "--parity"] };
function showEnergy() {
  const { temperature: t, power: p } = status;
  const most = Math.max(t.shutdown + 10, 90);
  heat.show(t.celsius, most, t.throttles ? [t.throttle, t.shutdown] : [], t.shut_down || t.celsius >= t.shutdown ? "bad" : t.throttling ? "warn" : "good", "Temperature");
  put("temp-text", `Air ${t.ambient.toFixed(0)} °C · ${t.lowest.toFixed(0)} to ${t.highest.toFixed(0)} °C so far`);
  const scale = p.cap ? p.cap * 1.2 : Math.max(10, Math.ceil(p.watts / 10) * 10);
  watts.show(p.watts, scale, p.cap ? [p.cap] : [], p.cap && p.watts > p.cap * 1.005 ? "bad" : p.cap && p.watts > 0.97 * p.cap ? "warn" : "good", "Power");
  put("power-text", p.cap ? `Limit ${p.cap} W · idle ${p.idle} W` : `No limit · idle ${p.idle} W`);
  $("throttle").hidden = !t.throttling;
  const parts = { idle: p.idle, ...p.parts }, bar = $("parts");
  if (bar.children.length === 0) {
    for (const [key, [text, tint]] of Object.entries(PARTS)) {
      const piece = document.createElement("i"), item = document.createElement("li"), swatch = document.createElement("i");
      piece.dataset.part = key;
      piece.style.background = swatch.style.background = `var(${tint})`;
      item.append(swatch, text + " ", Object.assign(document.createElement("b"), { id: `part-${key}` }));
      bar.append(piece);
      $("parts-legend").append(item);
    }
  }
  for (const piece of bar.children) {
    piece.style.flexGrow = Math.max(parts[piece.dataset.part], 0).toFixed(3);
    put(`part-${piece.dataset.part}`, `${parts[piece.dataset.part].toFixed(1)} W`);
  }
  if (!$("heat").dataset.touched && document.activeElement !== $("heat")) {
    $("heat").value = t.ambient;
    put("heat-out", `${$("heat").value} °C`);
  }
}

function showRain() {
  const { rain, gc } = status, units = rain.data + rain.parity, stripe = $("stripe");
  const tone = { whole: "good", rebuilding: "warn", degraded: "bad", none: "quiet" }[rain.state];
  put("rain-state", rain.state === "none" ? "No parity" : `${rain.data}+${rain.parity} ${rain.state}`);
  $("rain-state").dataset.tone = tone;
  if (stripe.children.length !== units) {
    stripe.replaceChildren(...Array.from({ length: units }, (_, i) => {
      const unit = document.createElement("span");
      unit.textContent = i < rain.data ? `D${i + 1}` : "P";
      unit.append(document.createElement("i"));
      return unit;
    }));
  }
  const hurt = rain.state === "rebuilding" ? Math.min(2, units - 1) : -1;
  [...stripe.children].forEach((unit, i) => {
    unit.classList.toggle("hurt", i === hurt);
    unit.lastElementChild.style.height = i === hurt ? `${100 * rain.progress}%` : "100%";
  });
  const percent = Math.floor(100 * rain.progress), busy = rain.state === "rebuilding";
  $("rebuild").setAttribute("aria-valuenow", percent);
  $("rebuild").classList.toggle("idle", !busy);
  $("rebuild").firstElementChild.style.width = busy ? `${100 * rain.progress}%` : "0";
  const lost = rain.lost_dies === 0 ? "" : `${rain.lost_dies} ${rain.lost_dies === 1 ? "die" : "dies"} lost, `;
  put("rain-text", {
    whole: lost ? `${lost}and all of it rebuilt into spare blocks.` : "Every stripe is whole.",
    rebuilding: `${lost}${count(rain.blocks_done)} of ${count(rain.blocks_done + rain.blocks_left)} blocks rebuilt (${percent} %), while the host goes on.`,
    degraded: `${lost}some stripes can't be made whole.`,
    none: "This drive has no parity over its dies.",
  }[rain.state]);
  put("reconstructed", count(rain.reconstructed));
  put("lost", rain.uncorrectable + rain.lost_pages === 0 ? "nothing" : `${count(rain.uncorrectable)} reads, ${count(rain.lost_pages)} pages`);
  $("lost").dataset.tone = rain.uncorrectable + rain.lost_pages === 0 ? "" : "bad";
  put("parity", rain.parity_bytes_per_second > 0 ? rate(rain.parity_bytes_per_second) : "idle");
  put("gc", gc.active ? `${short(gc.copies)} copies/s` : `idle, ${count(gc.free_superblocks)} free`);
}

function showWear() {
  const w = status.wear;
  put("life", `${w.percent_of_life < 10 ? w.percent_of_life.toFixed(2) : w.percent_of_life.toFixed(1)} % of life used`);
  put("pe", `${w.mean_erases < 100 ? w.mean_erases.toFixed(1) : count(w.mean_erases)} of ${short(w.rated_cycles)}`);
  put("spare", w.spare_blocks_left === w.spare_blocks ? `all ${count(w.spare_blocks)}` : `${count(w.spare_blocks_left)} of ${count(w.spare_blocks)}`);
  put("wa", w.write_amplification_now > 0 ? w.write_amplification_now.toFixed(2) : "–");
  put("wa-all", w.write_amplification > 0 ? w.write_amplification.toFixed(2) : "–");
  put("host", bytes(w.host_bytes));
  put("media", bytes(w.media_bytes));
  $("wp").hidden = !w.write_protected;
}

function cell(text, number) {
  const td = document.createElement("td");
  td.textContent = text;
  if (number) td.className = "n";
  return td;
}
function showSmart() {
  put("smart-state", status.smart.passed ? "Passed" : "Failing");
  $("smart-state").dataset.tone = status.smart.passed ? "good" : "bad";
  $("smart").replaceChildren(...status.smart.table.map((a) => {
    const row = document.createElement("tr"), value = cell("", true), bar = document.createElement("meter");
    Object.assign(bar, { min: 0, max: 100, low: Math.max(a.threshold + 1, 1), high: 60, optimum: 100, value: a.value });
    value.append(String(a.value), bar);
    if (a.failing) row.className = "failing";
    row.append(cell(a.id, true), cell(a.name.replaceAll("_", " ")), value, cell(a.worst, true), cell(a.threshold || "–", true), cell(a.raw, true));
    return row;
  }));
}

function showEvents() {
  const all = status.events, log = $("log");
  put("log-count", all.length === 0 ? "" : count(all.length));
  log.replaceChildren(...all.slice(-200).reverse().map((e) => {
    const item = document.createElement("li"), when = document.createElement("time");
    when.textContent = e.seconds < 0 ? "before" : `${e.seconds.toFixed(3)} s`;
    when.title = e.seconds < 0 ? `${seconds(-e.seconds)} before it was switched on this time` : "";
    const what = e.what;
    item.dataset.tone = /^fault|lost|fail|shut|protect|^power|: \d+ blocks wait/.test(what) ? "bad" : /throttles at|air of|aged/.test(what) ? "warn" : /complete|no more|ready|passed/.test(what) ? "good" : "";
    item.append(when, what);
    return item;
  }));
  if (all.length === 0) log.replaceChildren(Object.assign(document.createElement("li"), { textContent: "Nothing has happened yet." }));
}

function draw() {
  for (const chart of charts) chart.draw();
  sparkline($("spark-read"), past.readIops, "--read");
  sparkline($("spark-write"), past.writeIops, "--write");
  sparkline($("spark-depth"), past.depth, "--accent");
  map.draw();
}

let legend = "";
function show(news) {
  Object.assign(status, news);
  if (news.history) {
    for (const name of COLUMNS) past[name].length = 0;
    news.history.points.forEach(remember);
    delete status.history;
  } else {
    remember(point());
  }
  if (news.drive || news.time) showIdentity();
  pill("health", ...healthOf(status));
  pill("pace", ...paceOf(status.time));
  put("foot", `${seconds(status.time.simulated_seconds)} simulated in ${seconds(status.time.served_seconds)}, ${status.time.clients} ${status.time.clients === 1 ? "client" : "clients"}`);
  showLoad();
  showEnergy();
  showRain();
  showWear();
  if (news.smart) showSmart();
  if (news.events) showEvents();
  map.set(status.drive, status.dies, status.erases);
  const key = map.mode + (map.mode === "wear" ? map.range?.join() : "");
  if (key !== legend) { legend = key; map.explain(); }
  draw();
  document.body.dataset.state = "live";
}

let wait = 500, heard = 0;
function connect() {
  const socket = new WebSocket(`ws://${location.host}/live`);
  socket.onmessage = (event) => {
    heard = Date.now();
    wait = 500;
    $("banner").hidden = true;
    show(JSON.parse(event.data));
  };
  socket.onclose = () => {
    document.body.dataset.state = "gone";
    $("banner").hidden = false;
    const last = heard ? ` What you see is of ${new Date(heard).toLocaleTimeString()}.` : "";
    put("banner", `The server does not answer.${last} Trying again in ${(wait / 1000).toFixed(0) || 1} s…`);
    pill("health", "Not connected", "bad");
    setTimeout(connect, wait);
    wait = Math.min(wait * 2, 8000);
  };
}
setInterval(() => {
  if (document.body.dataset.state !== "live" || Date.now() - heard < 3000) return;
  $("banner").hidden = false;
  put("banner", `Nothing has come from the server for ${Math.round((Date.now() - heard) / 1000)} s.`);
}, 1000);

function theme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches, root = document.documentElement;
  const now = root.dataset.theme || (dark ? "dark" : "light");
  root.dataset.theme = now === "dark" ? "light" : "dark";
  localStorage.setItem("rainier-theme", root.dataset.theme);
  draw();
}
const kept = localStorage.getItem("rainier-theme");
if (kept) document.documentElement.dataset.theme = kept;
$("theme").onclick = theme;
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
addEventListener("resize", draw);
for (const input of document.querySelectorAll("input[name=map]"))
  input.onchange = () => { map.mode = input.value; map.draw(); map.explain(); };
actions.start(() => status);
connect();
