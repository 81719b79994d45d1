// Lets this browser be told of what happens while no page is open, and forgets that again.
const box = document.getElementById("notices"), on = document.getElementById("notices-on");
const said = document.getElementById("notices-said");
const say = (text) => { if (said) said.textContent = text; };

function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

const part = (subscription, name) =>
  btoa(String.fromCharCode(...new Uint8Array(subscription.getKey(name))))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

// A service that cannot be reached is asked on and on by some browsers.
const WAITS = 20_000;
const inTime = (asked) => Promise.race([asked, new Promise((_, fail) => setTimeout(fail, WAITS))]);

async function subscribed() {
  const { pushManager } = await navigator.serviceWorker.ready;
  const there = await pushManager.getSubscription();
  const wish = { userVisibleOnly: true, applicationServerKey: bytes(box.dataset.key) };
  try {
    return await pushManager.subscribe(wish);
  } catch (error) {
    if (!there) throw error;
    await there.unsubscribe(); // it was of another key
    return pushManager.subscribe(wish);
  }
}

async function add(event) {
  event.preventDefault();
  on.querySelector("button").disabled = true;
  try {
    if (await Notification.requestPermission() !== "granted") {
      say("This browser lets the site show no notices; you can change that in its settings for this site.");
      return;
    }
    say("Asking this browser's push service.");
    const subscription = await inTime(subscribed());
    const form = new FormData(on);
    form.set("what", "add");
    form.set("endpoint", subscription.endpoint);
    for (const name of ["p256dh", "auth"]) form.set(name, part(subscription, name));
    const answer = await fetch(on.action, { method: "POST", body: form, headers: { Accept: "application/json" } });
    if (answer.ok) location.reload();
    else say((await answer.json().catch(() => ({}))).error ?? "The server did not take it. Try again later.");
  } catch {
    say("This browser could not be reached by its push service. Try again later.");
  } finally {
    on.querySelector("button").disabled = false;
  }
}

if (on) {
  if (navigator.serviceWorker && "PushManager" in window && "Notification" in window) {
    on.hidden = false;
    say("");
    on.addEventListener("submit", add);
  } else {
    say("This browser shows no notices here. On an iPhone or iPad add Legation to the home screen first, and open it from there.");
  }
}
document.querySelector("#notices .here")?.addEventListener("submit", () => {
  navigator.serviceWorker?.getRegistration().then((found) =>
    found?.pushManager?.getSubscription()).then((subscription) => subscription?.unsubscribe());
});
