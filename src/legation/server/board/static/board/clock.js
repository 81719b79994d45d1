// The time that is left, counted down.
const some = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

export function left(seconds) {
  const whole = Math.floor(seconds);
  if (whole < 600) return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  for (const [size, noun, small, its] of [[86400, "day", 3600, "hour"], [3600, "hour", 60, "minute"], [60, "minute", 0, ""]]) {
    if (whole < size) continue;
    const rest = small ? Math.floor((whole % size) / small) : 0;
    return some(Math.floor(whole / size), noun) + (rest ? ` ${some(rest, its)}` : "");
  }
  return "";
}

// In a game that is played in one sitting the title of the page counts down, for who looks elsewhere meanwhile.
const HOUR = 3600;
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
let title = document.title;

export function titled(text) {
  title = text;
  document.title = text;
}

export const isSoon = (due) => {
  const seconds = (new Date(due.dataset.due) - Date.now()) / 1000;
  return seconds > 0 && seconds < HOUR;
};

export function count(board) {
  const due = board.querySelector(".due[data-due]");
  const now = due && isSoon(due) ? `${clock((new Date(due.dataset.due) - Date.now()) / 1000)} · ${title}` : title;
  if (document.title !== now) document.title = now;
  if (!due) return;
  const until = due.textContent.replace(/^.*?(?=until |since )/s, "");
  const seconds = (new Date(due.dataset.due) - Date.now()) / 1000;
  if (seconds > 0) due.textContent = `${left(seconds)} left, ${until}`;
  due.classList.toggle("signal", seconds < HOUR);
}
