// Pieces of a page, asked for by name where something has changed, and put in their places.

// The page that holds them; null where it did not come.
export async function pieces(address, names, more = {}) {
  const from = new URL(address, location.href);
  for (const [name, value] of Object.entries({ parts: names.join(), ...more })) from.searchParams.set(name, value);
  const answer = await fetch(from, { headers: { Accept: "text/html" } }).catch(() => null);
  const text = answer && answer.ok && !answer.redirected ? await answer.text().catch(() => null) : null;
  return text === null ? null : new DOMParser().parseFromString(text, "text/html");
}
