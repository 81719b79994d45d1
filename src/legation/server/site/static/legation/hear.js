// What happens in a game is heard by a stream. A browser opens one again that has ended, and
// gives it up for good where something else is answered in its place, by the server or by a
// proxy before it: then it is opened anew here, from the last that was heard, ever more seldom.
const SOON = 10000, LATE = 300000;

export function hear(address, heard) {
  const from = new URL(address, location.href);
  let wait = SOON;
  const open = () => {
    const source = new EventSource(from);
    source.addEventListener("open", () => { wait = SOON; });
    source.addEventListener("error", () => {
      if (source.readyState !== EventSource.CLOSED) return;
      setTimeout(open, wait);
      wait = Math.min(2 * wait, LATE);
    });
    for (const [kind, act] of Object.entries(heard)) {
      source.addEventListener(kind, (event) => { from.searchParams.set("since", event.lastEventId); act(event.lastEventId); });
    }
  };
  open();
}
