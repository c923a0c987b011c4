// What a person sees and does on the page: node browser_test.mjs RAINIER FOLDER SCRATCH
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";

const [tool, folder, scratch] = process.argv.slice(2);
const { chromium } = createRequire(`${folder}/`)("playwright-core");
const children = [];
process.on("exit", () => children.forEach((child) => child.kill("SIGKILL")));

/** Serves a drive; answers the process and the page's address once it is there. */
function serve(port) {
  const child = spawn(tool, ["serve", "p320h-700", "--scale", "1/16", "--pace", "x20", "--socket", `${scratch}/nbd`,
    "--page", String(port), "--token-file", `${scratch}/token`], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  return new Promise((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (text) => {
      const page = /http:\S+/.exec(said += text);
      if (page && said.includes("manage info")) resolve({ child, page: page[0] });
    });
    child.on("exit", (status) => reject(new Error(`rainier serve ended with ${status}: ${said}`)));
  });
}

function load(seconds) {
  const child = spawn("fio", ["--name=load", "--ioengine=nbd", `--uri=nbd+unix:///?socket=${scratch}/nbd`, "--rw=randrw",
    "--bs=4k", "--iodepth=32", "--size=1g", "--verify=crc32c", "--time_based", `--runtime=${seconds}`,
    `--output=${scratch}/fio.json`, "--output-format=json"], { stdio: ["ignore", "ignore", "inherit"], cwd: scratch });
  children.push(child);
  return new Promise((resolve) => child.on("exit", resolve));
}

let server = await serve(0);
const token = readFileSync(`${scratch}/token`, "utf8").trim();
assert.equal(statSync(`${scratch}/token`).mode & 0o777, 0o600);
const loaded = load(8);
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu",
  "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
page.setDefaultTimeout(10_000);
const faults = [], elsewhere = [];
page.on("pageerror", (error) => faults.push(error.message));
page.on("request", (request) => { if (!request.url().startsWith(server.page)) elsewhere.push(request.url()); });
const text = (id) => page.textContent(`#${id}`);
const number = async (id) => Number((await text(id)).replaceAll(",", ""));
const until = (what, argument) => page.waitForFunction(what, argument);

console.log("the page shows the drive, and its numbers move under load");
await page.goto(server.page);
await until(() => document.body.dataset.state === "live");
assert.equal(await text("model"), "Micron RealSSD P320h 700 GB");
await until(() => Number(document.getElementById("read-iops").textContent.replaceAll(",", "")) > 1000);
const before = [await number("read-iops"), await text("foot")];
await until(([iops, foot]) => document.getElementById("read-iops").textContent.replaceAll(",", "") !== String(iops) &&
  document.getElementById("foot").textContent !== foot, before);
assert.ok(await number("write-iops") > 1000);
assert.equal(await page.locator("#smart tr").count(), 15);

console.log("keys move over the dies, and the theme can be switched");
await page.focus("#map");
await page.keyboard.press("ArrowRight");
await page.keyboard.press("ArrowRight");
await page.keyboard.press("ArrowDown");
assert.match(await text("die"), /^Channel 1, die 1: /);
await page.keyboard.press("Enter");
assert.equal(await page.inputValue("#fault-at"), "1.1");
await page.click("#theme");
assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");

console.log("without the token nothing is done");
await page.fill("#fault-at", "3.2");
await page.click("#do-fault");
await page.fill("#token", "not-the-token");
await page.keyboard.press("Enter");
await until(() => document.getElementById("toasts").textContent.includes("not the token"));
const refused = await page.evaluate(async () => (await fetch("action", { method: "POST",
  headers: { "Content-Type": "application/json" }, body: '{"action":"fault","spec":"die:3.2"}' })).status);
assert.equal(refused, 401);
assert.equal(await page.textContent("#health span"), "Healthy");

console.log("with it a die fails, is rebuilt, and the host notices nothing");
await page.click("#do-fault");
await page.fill("#token", token);
await page.keyboard.press("Enter");
await until(() => document.getElementById("log").textContent.includes("fault: die:3.2"));
await until(() => document.getElementById("rain-text").textContent.startsWith("1 die lost"));
await until(() => Number(document.getElementById("reconstructed").textContent.replaceAll(",", "")) > 0);
assert.equal(await loaded, 0);
const job = JSON.parse(readFileSync(`${scratch}/fio.json`, "utf8").replace(/^[^{]*/, "")).jobs[0];
assert.equal(job.error, 0);
assert.ok(job.read.total_ios > 1000);
assert.equal(await text("errors"), "no errors");

console.log("a phone needs no scrolling sideways");
await page.setViewportSize({ width: 390, height: 844 });
assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 390);

console.log("it says that the server has gone, and comes back with it");
const port = new URL(server.page).port;
server.child.removeAllListeners("exit");
server.child.kill("SIGKILL");
await until(() => document.body.dataset.state === "gone" && !document.getElementById("banner").hidden);
server = await serve(port);
await until(() => document.body.dataset.state === "live");
assert.deepEqual(faults, []);
assert.deepEqual(elsewhere, []);
await browser.close();
server.child.removeAllListeners("exit");
server.child.kill("SIGINT");
console.log("browser_test: as it should be");
process.exit(0);
