// What is done to the drive: it needs the token, which stays in this tab alone.
import { bytes, count } from "./format.js";

const $ = (id) => document.getElementById(id);
const KEY = "rainier-token";

export function toast(text, tone = "good") {
  const one = document.createElement("p");
  one.dataset.tone = tone;
  one.textContent = text;
  $("toasts").append(one);
  setTimeout(() => one.remove(), tone === "bad" ? 9000 : 5000);
}

function showLock() {
  const open = Boolean(sessionStorage.getItem(KEY));
  $("unlock").dataset.open = open;
  $("unlock").setAttribute("aria-label", open ? "Forget the token" : "Give the token");
  $("lock-shackle").setAttribute("d", open ? "M8 11V7a4 4 0 0 1 7.6-1.7" : "M8 11V8a4 4 0 0 1 8 0v3");
}

/** The address may carry it behind a #, which no server is told. */
function takeFromAddress() {
  const found = /[#&]token=([^&]+)/.exec(location.hash);
  if (!found) return;
  sessionStorage.setItem(KEY, decodeURIComponent(found[1]));
  history.replaceState(null, "", location.pathname);
}

function ask(dialog) {
  return new Promise((resolve) => {
    dialog.returnValue = "";
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "ok"), { once: true });
    dialog.showModal();
  });
}

async function token() {
  const kept = sessionStorage.getItem(KEY);
  if (kept) return kept;
  $("token").value = "";
  if (!(await ask($("token-dialog"))) || !$("token").value.trim()) return null;
  sessionStorage.setItem(KEY, $("token").value.trim());
  showLock();
  return sessionStorage.getItem(KEY);
}

/** Answers what the server said, or null: the user has been told why. */
export async function act(order) {
  const secret = await token();
  if (!secret) return null;
  try {
    const response = await fetch("action", {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${secret}` },
      body: JSON.stringify(order),
    });
    const said = await response.json();
    if (response.ok) {
      if (said.done) toast(said.done);
      return said;
    }
    if (response.status === 401) {
      sessionStorage.removeItem(KEY);
      showLock();
      toast("That is not the token.", "bad");
    } else {
      toast(said.error ?? "It was refused.", "bad");
    }
  } catch {
    toast("The server does not answer.", "bad");
  }
  return null;
}

async function erase() {
  const first = await act({ action: "erase" });
  if (!first?.confirm) return;
  $("erase-says").textContent = "All data are forgotten; wear remains. This can't be undone.";
  $("erase-code").textContent = first.confirm;
  $("erase-typed").value = "";
  $("erase-go").disabled = true;
  $("erase-typed").oninput = () => { $("erase-go").disabled = $("erase-typed").value.trim() !== first.confirm; };
  if (await ask($("erase-dialog"))) await act({ action: "erase", code: $("erase-typed").value.trim() });
}

/** What is printed on the drive, as lines of a list; the first few, or all. */
export function facts(d, most = 99) {
  const lines = {
    Firmware: d.firmware, "Serial number": d.serial, Capacity: bytes(d.capacity_bytes),
    Flash: `${bytes(d.raw_bytes)} of ${d.cells}`, Dies: `${count(d.dies)} on ${d.channels} channels`, "Command slots": d.slots,
    Model: d.model, "Planes of a die": d.planes, "Blocks of a plane": count(d.blocks_per_plane),
    "Pages of a block": d.pages_per_block, Page: `${count(d.page_bytes)} B`,
  };
  return Object.entries(lines).slice(0, most).map(([name, value]) => {
    const line = document.createElement("div"), dt = document.createElement("dt"), dd = document.createElement("dd");
    dt.textContent = name;
    dd.textContent = value;
    line.append(dt, dd);
    return line;
  });
}

function showInfo(status) {
  if (!status().drive) return;
  $("info").replaceChildren(...facts(status().drive));
  $("info-dialog").showModal();
}

const submit = (id, then) => $(id).addEventListener("submit", (event) => { event.preventDefault(); then(); });

/** Ready for clicks; `status` answers what is known of the drive. */
export function start(status) {
  takeFromAddress();
  showLock();
  for (const button of document.querySelectorAll("[data-close]")) button.onclick = () => button.closest("dialog").close("");
  $("unlock").onclick = () => {
    if (sessionStorage.getItem(KEY)) { sessionStorage.removeItem(KEY); showLock(); toast("The token is forgotten.", "quiet"); }
    else token();
  };
  $("do-info").onclick = () => showInfo(status);
  $("do-test").onclick = () => act({ action: "self-test" });
  $("do-locate").onclick = () => act({ action: "locate", on: $("do-locate").getAttribute("aria-pressed") !== "true" });
  $("do-erase").onclick = erase;
  $("do-power").onclick = () => act({ action: "power-cut" });
  submit("fault-form", () => {
    const kind = $("fault-kind").value, at = $("fault-at").value.trim();
    act({ action: "fault", spec: kind === "link" ? "link" : `${kind}:${at}` });
  });
  $("fault-kind").onchange = () => {
    const numbers = $("fault-at").value.split(".").filter((n) => /^\d+$/.test(n));
    const levels = { channel: 1, die: 2, plane: 3, block: 4, page: 5, link: 0 }[$("fault-kind").value];
    while (numbers.length < levels) numbers.push("0");
    $("fault-at").value = numbers.slice(0, levels).join(".");
    $("fault-at").disabled = levels === 0;
  };
  $("heat").oninput = () => { $("heat").dataset.touched = "yes"; $("heat-out").textContent = `${$("heat").value} °C`; };
  submit("heat-form", async () => {
    await act({ action: "temperature", celsius: Number($("heat").value) });
    delete $("heat").dataset.touched;
  });
  submit("age-form", () => act({ action: "age", years: Number($("age").value) }));
}

/** A die was chosen on the map: what would fail. */
export function choose(channel, die) {
  if ($("fault-kind").value === "link") $("fault-kind").value = "die";
  $("fault-at").value = `${channel}.${die}`;
  $("fault-kind").onchange();
  toast(`Channel ${channel}, die ${die} is what "Fail it" would fail.`, "quiet");
}
