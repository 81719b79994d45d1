// Press: without this file it reads and writes all the same, by links and forms.
// What is written is kept in this tab at every key, and on the server soon after;
// a message that does not get through is sent again with the same mark, so that it is sent once.
import { hear } from "../legation/hear.js";
import { pieces, pressed, put, said } from "../legation/parts.js";

const JSON_ONLY = { Accept: "application/json" };
const PART = { "HX-Request": "true" };
const kept = (form) => `legation:press:${new URL(form.action).pathname}`;
const box = () => document.querySelector("[data-press]");
const host = () => box() && box().parentElement;
let here = "", turn = 0, timer = 0, again = 0, flying = null;

const status = (form, text, bad) => {
  const said = form.querySelector("#press-kept");
  if (!said) return;
  said.textContent = text;
  said.classList.toggle("not-sent", Boolean(bad));
};

const store = (key, value) => {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch { /* the server keeps it, too */ }
};

const stored = (key) => {
  try { return JSON.parse(sessionStorage.getItem(key)); } catch { return null; }
};

// Going from one thread to another, in place

async function show(address, push, body) {
  const mine = ++turn;
  const answer = await fetch(address, { headers: PART, method: body ? "POST" : "GET", body }).catch(() => null);
  if (mine !== turn || !host()) return;
  if (!answer || !answer.ok) {
    if (!body) location.assign(address);
    else box().querySelector("#press-note-hint").textContent = "Not kept: the server does not answer. Try again.";
    return;
  }
  const text = await answer.text();
  if (mine !== turn) return;
  flush();
  host().innerHTML = text;
  here = answer.url || address;
  if (push && host().id === "press-page") history.pushState({ press: here }, "", here);
  begin();
  const last = box().querySelector(".message:last-of-type");
  if (last && box().classList.contains("thread")) last.scrollIntoView({ block: "nearest" });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-press-go]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  const where = link.getAttribute("href").startsWith("?") ? new URL(link.getAttribute("href"), new URL(box().dataset.here, location.href)).href : link.href;
  show(where, true);
});

window.addEventListener("popstate", () => {
  if (host() && host().id === "press-page") show(location.href, false);
});

// What comes meanwhile: the messages and the list change, what is being written stays

const SOON = 300; // milliseconds until it is asked, for what comes close together
let waits = 0, asking = false, more = false;
const heard = () => { waits ||= setTimeout(() => { waits = 0; refresh(); }, SOON); };

async function refresh() {
  if (asking) { more = true; return; } // one after the other, so that nothing is added twice
  asking = true;
  do { more = false; await look(); } while (more);
  asking = false;
}

async function look() {
  const mine = box(), part = (of, name) => of && of.querySelector(`[data-fresh="${name}"]`);
  const list = part(mine, "messages"), circles = part(mine, "circles");
  if (!list && !circles) return; // a game that has not begun
  const address = (list && here) || mine.dataset.here;
  const page = list ? await pieces(address, ["messages", "closed"], { after: list.dataset.shown }) : await pieces(address, ["circles"]);
  if (!page || box() !== mine) return;
  if (circles) { fill(circles, part(page, "circles")); return; }
  const form = mine.querySelector("form[data-press-send]"), closed = part(page, "closed");
  if (Boolean(form) === Boolean(closed)) { await anew(address, mine); return; }
  if (closed) fill(part(mine, "closed"), closed);
  add(list, part(page, "messages"));
}

function fill(mine, its) {
  if (mine && its && said(mine) !== said(its)) put(mine, its);
}

// What follows on the messages that are shown, or all of them, where others may be read than before.
function add(list, its) {
  if (!its) return;
  if (!("after" in its.dataset)) fill(list, its);
  else if (its.querySelector(".message")) {
    list.querySelector(".new-here")?.remove();
    list.append(...document.importNode(its, true).childNodes);
  }
  list.dataset.shown = its.dataset.shown;
}

// A thread that was closed meanwhile, or opened.
async function anew(address, mine) {
  const answer = await fetch(address, { headers: PART }).catch(() => null);
  const text = answer && answer.ok && !answer.redirected ? await answer.text().catch(() => null) : null;
  await pressed();
  if (text === null || box() !== mine) return;
  flush();
  host().innerHTML = text;
  begin();
}

// Writing

function begin() {
  const form = box() && box().querySelector("form[data-press-send]");
  if (!form) return;
  const mine = stored(kept(form));
  if (mine && mine.text && mine.text !== form.text.value) {
    form.text.value = mine.text;
    if (mine.token) form.token.value = mine.token;
    status(form, mine.sending ? "Not sent yet; it is kept here." : "This is what you had begun to write.", mine.sending);
    if (mine.sending) send(form);
  }
}

async function keep(form) {
  clearTimeout(timer);
  timer = 0;
  const text = form.text.value;
  const answer = await fetch(form.dataset.draft, { method: "POST", headers: JSON_ONLY, body: new FormData(form), keepalive: text.length < 20000 }).catch(() => null);
  if (!document.contains(form) || form.text.value !== text || flying === form) return;
  if (answer && answer.ok) status(form, text.trim() ? "Draft kept." : "");
  else status(form, "No connection; what you write is kept in this tab.", true);
}

function flush() {
  const form = box() && box().querySelector("form[data-press-send]");
  if (form && timer) keep(form);
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-press-send]");
  if (!form || event.target.name !== "text") return;
  store(kept(form), { text: form.text.value, token: form.token.value });
  clearTimeout(timer);
  timer = setTimeout(() => keep(form), 900);
});

window.addEventListener("pagehide", flush);

async function send(form) {
  if (flying === form) return;
  if (!form.text.value.trim()) {
    status(form, "There is nothing in it yet.", true);
    form.text.focus();
    return;
  }
  clearTimeout(timer);
  timer = 0;
  clearTimeout(again);
  flying = form;
  const body = new FormData(form), key = kept(form), button = form.querySelector("button.first");
  store(key, { text: form.text.value, token: form.token.value, sending: true });
  button.disabled = form.text.readOnly = true;
  status(form, "Sending …");
  const answer = await fetch(form.action, { method: "POST", headers: JSON_ONLY, body }).catch(() => null);
  flying = null;
  button.disabled = form.text.readOnly = false;
  const data = answer && answer.headers.get("content-type")?.includes("json") ? await answer.json().catch(() => null) : null;
  if (data && data.sent) {
    store(key, null);
    if (!document.contains(form)) return;
    form.text.value = "";
    form.token.value = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    status(form, "Sent.");
    form.text.focus();
    refresh();
    return;
  }
  if (data && data.error && answer.status !== 503) {
    store(key, { text: form.text.value, token: form.token.value });
    status(form, data.error, true);
    return;
  }
  const busy = answer && answer.status === 503;
  if (answer && answer.status < 500) status(form, "Not sent: load the page again. What you wrote is kept.", true);
  else status(form, `${busy ? "The server is busy" : "No connection"}. It is kept here, and sent as soon as it can be.`, true);
  if (!answer || answer.status >= 500) again = setTimeout(() => { if (document.contains(form)) send(form); }, 4000);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.matches("form[data-press-go]")) {
    event.preventDefault();
    if (form.matches("[data-press-whom]") && !form.querySelector("[name=to]:checked")) {
      form.querySelector("#nobody").hidden = false;
      form.querySelector(".whom").setAttribute("aria-describedby", "nobody");
      form.querySelector("[name=to]").focus();
      return;
    }
    show(`${form.action.split("#")[0]}?${new URLSearchParams(new FormData(form))}`, true);
  } else if (form.matches("form[data-press-aside]")) {
    event.preventDefault();
    show(form.action, false, new FormData(form, event.submitter));
  } else if (form.matches("form[data-press-send]")) {
    event.preventDefault();
    if (event.submitter && event.submitter.hasAttribute("data-press-later")) {
      store(kept(form), null);
      keep(form);
    } else send(form);
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.matches("form[data-press-send] textarea")) send(event.target.form);
});

window.addEventListener("online", () => {
  const form = box() && box().querySelector("form[data-press-send]");
  if (form && stored(kept(form))?.sending) send(form);
});

document.addEventListener("legation:press", heard);
document.addEventListener("legation:press-loaded", () => { here = ""; begin(); });

const page = document.getElementById("press-page");
if (page) {
  here = location.href;
  hear(page.dataset.events, { press: heard, phase: heard, seat: heard });
}
begin();
