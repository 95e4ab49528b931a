// The reader's own contestant of an event, which is stored in this browser only and highlighted in standings and results.
// data-event: a container of rows with data-number, or of results with data-contestants. data-follow: a link that selects the
// contestant, or deselects it.

const STORAGE_KEY = "own";

/** The numbers of the reader's contestants, by event. */
function ownNumbers() {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY)) ?? {};
  } catch {
    return {}; // storage is not available: the links lead to the row all the same
  }
}

function storeOwnNumber(event, number) {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...ownNumbers(), [event]: number }));
  } catch {
    // Storage is not available.
  }
}

let strip; // a short copy of the own row, at the lower edge while the row is out of view
const rowObserver = new IntersectionObserver(([row]) => { strip.hidden = row.isIntersecting; });

function showStrip(row) {
  rowObserver.disconnect();
  strip?.remove();
  if (!row) return;
  strip = Object.assign(document.createElement("a"), { className: "own-strip", href: `#${row.id}`, hidden: true });
  const cells = [row.querySelector(".place > *"), row.querySelector(".names"), row.querySelector(".total summary") ?? row.querySelector(".total")];
  for (const cell of cells) strip.append(Object.assign(document.createElement("span"), { textContent: cell?.textContent.trim().replace(/\s+/g, " ") ?? "" }));
  document.querySelector("main").append(strip);
  rowObserver.observe(row);
}

function markOwn() {
  const own = ownNumbers();
  for (const container of document.querySelectorAll("[data-event]")) {
    for (const row of container.querySelectorAll(":is(tr, g)[data-number]")) {
      const isOwn = row.classList.toggle("mine", row.dataset.number === own[container.dataset.event]);
      if (isOwn) row.setAttribute("aria-current", "true");
    }
    for (const result of container.querySelectorAll("[data-contestants]")) {
      result.classList.toggle("mine", result.dataset.contestants.split(" ").includes(own[container.dataset.event]));
    }
  }
  showStrip(document.querySelector("tr.mine[id]"));
  for (const link of document.querySelectorAll("[data-follow]")) {
    link.setAttribute("role", "button");
    link.setAttribute("aria-pressed", own[link.dataset.of] === link.dataset.follow);
  }
}

/** Select the holder of a phone at a table, unless the reader has selected a contestant. */
function storeHolder() {
  for (const { dataset } of document.querySelectorAll("[data-holder]")) {
    if (!(dataset.of in ownNumbers())) storeOwnNumber(dataset.of, dataset.holder);
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-follow]");
  if (!link) return;
  const { of, follow } = link.dataset;
  const number = ownNumbers()[of] === follow ? "" : follow;
  storeOwnNumber(of, number);
  if (ownNumbers()[of] !== number) return; // storage is not available: follow the link
  event.preventDefault();
  markOwn();
  const gloss = document.querySelector(".follow-gloss");
  if (gloss) gloss.hidden = !number;
});
document.addEventListener("keydown", (event) => {
  const link = event.key === " " && event.target.closest("[data-follow]");
  if (!link) return;
  event.preventDefault();
  link.click();
});
document.addEventListener("htmx:afterSettle", markOwn);
storeHolder();
markOwn();
