// Keeps the last view of one's own boards, and shows it, marked, where there is no line.
// What is kept is of one account: all of it goes when who reads is somebody else, or nobody.
// And shows the notices that come while no page is open.
const KEPT = "kept:", WHOSE = "whose:", READER = "Legation-Reader", KEEP = "Legation-Keep";
const NOBODY = "nobody", OUT = "/accounts/sign-out/";
const ASSET = /^\/(static|looks)\//, NAMED = /\.[0-9a-f]{12}\./;
const PAGES = 20, ASSETS = 80;
const WHOLE = { ignoreVary: true, ignoreSearch: true };

let work = Promise.resolve(); // what changes the store goes one after another
let ends = 0; // how often somebody has left: what was asked before that is not kept after it
const then = (act) => (work = work.then(act, act));
const all = async (kind) => (await caches.keys()).filter((name) => name.startsWith(kind));
const mine = async () => (await all(KEPT))[0];
const drop = async (kind, but) =>
  Promise.all((await all(kind)).map((name) => name !== but && caches.delete(name)));
const deaf = async () => (await registration.pushManager?.getSubscription())?.unsubscribe();

// Who was here last is known when nothing is kept as well: of his games nobody else is told.
async function only(reader) {
  const whose = await all(WHOSE);
  if (whose.length && !whose.includes(WHOSE + reader)) await deaf();
  await Promise.all([drop(WHOSE, WHOSE + reader), drop(KEPT, KEPT + reader)]);
  await caches.open(WHOSE + reader);
  return caches.open(KEPT + reader);
}

async function trim(store, most, is) {
  const keys = (await store.keys()).filter((request) => is(new URL(request.url).pathname));
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => store.delete(key)));
}

async function leave() {
  ends += 1;
  await drop(KEPT);
}

async function note(address, answer, began) {
  const reader = answer.headers.get(READER);
  if (!reader) return;
  if (reader === NOBODY) return leave();
  if (began !== ends) return;
  const store = await only(reader);
  if (!answer.ok || !answer.headers.has(KEEP) || address.search) return;
  await store.delete(address.pathname); // the newest stands last
  await store.put(address.pathname, answer);
  await trim(store, PAGES, (path) => !ASSET.test(path));
}

async function page(event, address) {
  const began = ends;
  try {
    const answer = await fetch(event.request);
    const copy = answer.clone();
    event.waitUntil(then(() => note(address, copy, began)));
    return answer;
  } catch {
    return away(address);
  }
}

const SAFE = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const plain = (text) => text.replace(/[&<>"]/g, (letter) => SAFE[letter]);

async function away(address) {
  await work;
  const name = await mine(), store = name && await caches.open(name);
  const there = store && !address.search && await store.match(address.pathname, WHOLE);
  return there ? asOf(there) : without(store);
}

async function asOf(there) {
  const at = new Date(there.headers.get("Date")).toLocaleString("en-GB", {
    day: "numeric", month: "long", hour: "2-digit", minute: "2-digit", timeZoneName: "short",
  });
  const said = `As of ${at}, offline. This is the last view that this browser had.`;
  const text = (await there.text()).replace(/<main\b[^>]*>/, (tag) =>
    `${tag}<ul class="notices offline" role="status"><li>${plain(said)}</li></ul>`);
  return new Response(text, { headers: there.headers });
}

async function without(store) {
  const kept = [];
  for (const request of store ? await store.keys() : []) {
    const path = new URL(request.url).pathname;
    if (ASSET.test(path)) continue;
    const text = await (await store.match(request, WHOLE)).text();
    const title = /<title>([^]*?)<\/title>/.exec(text)?.[1] ?? plain(path); // as it is in a page
    kept.push(`<li><a href="${plain(path)}">${title}</a></li>`);
  }
  const list = kept.length ? `<p>These are:</p><ul>${kept.join("")}</ul>` : "";
  return new Response(`<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>Offline · Legation</title><style>body { font: 1.1rem/1.5 serif; max-width: 34rem; margin: 3rem auto; padding: 0 1rem; background: #f6f1e4; }
h1 { font-weight: normal } li { margin: .7rem 0 } * { color: #1d1b16 }
@media (prefers-color-scheme: dark) { body { background: #14171d } * { color: #e9e0cd } }</style>
<h1>Offline</h1><p>There is no line to the server, and this page is not kept in this browser.</p>${list}</html>`,
  { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

async function asset(request, address) {
  const name = await mine();
  if (!name) return fetch(request);
  const store = await caches.open(name), there = await store.match(request, { ignoreVary: true });
  if (there && NAMED.test(address.pathname)) return there;
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      const copy = answer.clone();
      then(async () => {
        if (!await caches.has(name)) return; // it is somebody else's by now
        await store.put(request, copy);
        await trim(store, ASSETS, (path) => ASSET.test(path));
      });
    }
    return answer;
  } catch {
    return there ?? Response.error();
  }
}

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event, address = new URL(request.url);
  if (address.origin !== location.origin) return;
  if (request.mode === "navigate" && request.method === "GET") event.respondWith(page(event, address));
  else if (request.mode === "navigate" && address.pathname === OUT)
    event.waitUntil(then(leave));
  else if (request.method === "GET" && ASSET.test(address.pathname)) event.respondWith(asset(request, address));
});

// A notice says the name of a game and what kind of thing happened, to who was here last alone.
async function tell({ title, body, path, tag, reader }) {
  const whose = await all(WHOSE);
  if (whose.length && !whose.includes(WHOSE + reader)) return deaf();
  const icon = "/static/devices/icon-192.png";
  return registration.showNotification(title, { body, tag, renotify: true, icon, data: path });
}

async function show(path) {
  const pages = await clients.matchAll({ type: "window" });
  const there = pages.find((page) => new URL(page.url).pathname === path);
  return there ? there.focus() : clients.openWindow(path);
}

addEventListener("push", (event) => event.waitUntil(tell(event.data.json())));
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});
