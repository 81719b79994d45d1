// Does what was opened fit what was told? The same questions as `legation audit --against` asks
// (table/proof/check.py), by the browser's own SHA-256. Files are read here and sent nowhere.
"use strict";

const OPENED = "legation-opened", RECEIPTS = "legation-receipts", WHO = "who";
const CLOSED = ["votes of ", "sealed orders of ", "record"];
const staysClosed = (part) => CLOSED.some((begins) => part.startsWith(begins));

async function sha256(text) {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return "sha256:" + [...new Uint8Array(bytes)].map((b) => b.toString(16).padStart(2, "0")).join("");
}

// A file as values; each pledge with the hash of its text. Throws a sentence for what is no such file.
async function paperOf(text, called) {
  let data;
  try { data = JSON.parse(text); } catch { throw new Error(`${called} is no JSON, or stops in the middle.`); }
  const sound = data && [OPENED, RECEIPTS].includes(data.format) && data.version === 1 &&
    [data.pledges, data.texts, data.openings].every(Array.isArray);
  if (!sound) throw new Error(`${called} is neither receipts nor an opened record.`);
  const pledges = [];
  for (const [number, one] of data.pledges.entries()) {
    let read = null;
    try { read = JSON.parse(one); } catch { /* said below */ }
    if (!read || typeof read.commitments !== "object" || typeof read.phase !== "string") {
      throw new Error(`${called}: pledge ${number} is none.`);
    }
    pledges.push({ ...read, sha256: await sha256(one) });
  }
  const openings = data.openings.map((o) => ({ ...o, text: data.texts[o.text] }));
  return { format: data.format, game: data.game, head: data.head, pledges, openings };
}

function fault(paper, number, what) {
  const pledge = paper.pledges[number];
  return `${pledge ? pledge.phase : "no phase"} (pledge ${number}): ${what}`;
}

async function faultsOf(paper) {
  const found = [];
  let previous = "";
  for (const [number, pledge] of paper.pledges.entries()) {
    if (pledge.game !== paper.game) found.push(fault(paper, number, `the pledge is of another game, ${pledge.game}.`));
    if (pledge.number !== number) found.push(fault(paper, number, `the pledge has number ${pledge.number}: one is missing.`));
    if (pledge.previous !== previous) found.push(fault(paper, number, "it does not follow the pledge before, which was changed."));
    previous = pledge.sha256;
  }
  if (paper.pledges.length && previous !== paper.head) {
    found.push(fault(paper, paper.pledges.length - 1, "the last pledge has not the hash that the file tells."));
  }
  const shown = new Set();
  for (const { pledge, part, salt, text } of paper.openings) {
    shown.add(`${pledge} ${part}`);
    const committed = paper.pledges[pledge]?.commitments[part];
    if (!committed) found.push(fault(paper, pledge, `the part “${part}” was never committed to.`));
    else if (committed !== await sha256(`${salt}\n${part}\n${text}`)) {
      found.push(fault(paper, pledge, `the part “${part}” is not what was committed to.`));
    }
  }
  if (paper.format === OPENED) {
    for (const [number, pledge] of paper.pledges.entries()) {
      for (const part of Object.keys(pledge.commitments)) {
        if (!shown.has(`${number} ${part}`) && !staysClosed(part) && part !== WHO) {
          found.push(fault(paper, number, `the part “${part}” is not opened.`));
        }
      }
    }
  }
  return found;
}

function faultsAgainst(opened, receipts) {
  if (opened.game !== receipts.game) return [`This is game ${opened.game}, not game ${receipts.game}.`];
  const found = [];
  for (const [number, told] of receipts.pledges.entries()) {
    const now = opened.pledges[number];
    if (now && now.sha256 === told.sha256) continue;
    found.push(fault(receipts, number, now
      ? "another pledge was told then: the history was rewritten."
      : "this pledge was told, and is in the opened record no more."));
    break; // all that follow it are others, too
  }
  const shown = new Map(opened.openings.map((o) => [`${o.pledge} ${o.part}`, o.text]));
  for (const { pledge, part, text } of receipts.openings) {
    const other = shown.get(`${pledge} ${part}`);
    if (other === undefined && !staysClosed(part) && part !== WHO) {
      found.push(fault(receipts, pledge, `the part “${part}” was told, and is not opened.`));
    } else if (other !== undefined && other !== text) {
      found.push(fault(receipts, pledge, `the part “${part}” was told otherwise then.`));
    }
  }
  return found;
}

async function verdictOn(receiptsText, openedText) {
  const papers = [];
  if (openedText !== null) papers.push(await paperOf(openedText, "The opened record"));
  if (receiptsText !== null) papers.push(await paperOf(receiptsText, "The file of receipts"));
  const found = [];
  for (const paper of papers) found.push(...await faultsOf(paper));
  if (papers.length === 2) {
    if (papers[0].format !== OPENED) throw new Error("The opened record is a file of receipts.");
    found.push(...faultsAgainst(papers[0], papers[1]));
  }
  const counted = `${papers[0].pledges.length} pledges, ${papers[0].openings.length} parts opened. `;
  const fits = papers.length === 2
    ? "All fit with what was committed to, and with your receipts."
    : openedText !== null
      ? "All fit with what was committed to. Whether it is what you were told, your receipts can show."
      : "Your receipts are sound. What others did is shown when the game is over.";
  return { found, said: counted + (found.length ? "The proof fails." : fits) };
}

const form = document.getElementById("check"), verdict = document.getElementById("verdict");

function show(said, found, fails) {
  const head = document.createElement("p"), list = document.createElement("ul");
  head.textContent = said;
  for (const one of found.slice(0, 50)) list.append(Object.assign(document.createElement("li"), { textContent: one }));
  verdict.className = fails ? "fails" : "";
  verdict.replaceChildren(head, ...(found.length ? [list] : []));
}

async function chosen(id) {
  const file = document.getElementById(id).files[0];
  return file ? file.text() : null;
}

form.hidden = false;
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  show("Checking …", [], false);
  try {
    if (!globalThis.crypto?.subtle) throw new Error("This browser makes SHA-256 only on pages that came by HTTPS. Use legation audit.");
    let opened = await chosen("opened");
    const receipts = await chosen("receipts");
    if (opened === null && form.dataset.opened) {
      const answer = await fetch(form.dataset.opened);
      if (!answer.ok) throw new Error("The opened record cannot be had from the server now.");
      opened = await answer.text();
    }
    if (opened === null && receipts === null) throw new Error("Choose a file.");
    const { found, said } = await verdictOn(receipts, opened);
    show(said, found, found.length > 0);
  } catch (error) {
    show(error.message, [], true);
  }
});
