// Two notes when a phase has ended, in a game that is played in one sitting. None before somebody has
// touched the page, and none for who has switched it off, here or earlier.
import { isSoon } from "./clock.js";

const KEY = "legation:sound", NOTES = [659.3, 880], LONG = 0.35, LOUD = 0.08; // hertz, seconds, of 1
let player = null;

const isOn = () => { try { return localStorage.getItem(KEY) !== "off"; } catch { return true; } };

function touched() {
  if (!isOn() || player || !window.AudioContext || !document.getElementById("sound")) return;
  player = new AudioContext();
}
for (const kind of ["pointerup", "keydown"]) document.addEventListener(kind, touched);

export function chime() {
  if (!player || !isOn()) return;
  NOTES.forEach((note, at) => {
    const tone = player.createOscillator(), loud = player.createGain(), from = player.currentTime + at * LONG / 2;
    tone.frequency.value = note;
    loud.gain.setValueAtTime(LOUD, from);
    loud.gain.exponentialRampToValueAtTime(0.001, from + LONG);
    tone.connect(loud).connect(player.destination);
    tone.start(from);
    tone.stop(from + LONG);
  });
}

// The switch beside the time, where the time is short.
export function offer(board) {
  const due = board.querySelector("#line .due[data-due]");
  if (!due || !isSoon(due) || board.querySelector("#sound")) return;
  const button = document.createElement("button");
  button.type = "button";
  button.id = "sound";
  button.className = "plain unprinted";
  const show = () => {
    button.textContent = isOn() ? "Sound on" : "Sound off";
    button.setAttribute("aria-label", isOn() ? "Switch the sound off" : "Switch the sound on");
  };
  button.addEventListener("click", () => {
    try { localStorage.setItem(KEY, isOn() ? "off" : "on"); } catch { /* it is on while this page is open */ }
    touched();
    if (isOn()) chime();
    show();
  });
  show();
  board.querySelector("#line p").append(button);
}
