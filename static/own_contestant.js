// The reader's own contestant of an event: remembered in this browser alone, marked wherever standings are, and kept in sight.
// data-event on what shows rows with data-number, or results with data-contestants; a link with data-follow is the switch that remembers them, or no longer.

const KEPT = "own";

/** The numbers of one's own, by event. */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {}; // nothing may be kept here: the links lead to the marked row all the same
  }
}

function remember(event, number) {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...remembered(), [event]: number }));
  } catch {
    // As above.
  }
}

let strip; // the own row in short, at the lower edge while the row itself is out of sight
const sight = new IntersectionObserver(([row]) => { strip.hidden = row.isIntersecting; });

function keepInSight(row) {
  sight.disconnect();
  strip?.remove();
  if (!row) return;
  strip = Object.assign(document.createElement("a"), { className: "own-strip", href: `#${row.id}`, hidden: true });
  const cells = [row.querySelector(".place > *"), row.querySelector(".names"), row.querySelector(".total summary") ?? row.querySelector(".total")];
  for (const cell of cells) strip.append(Object.assign(document.createElement("span"), { textContent: cell?.textContent.trim().replace(/\s+/g, " ") ?? "" }));
  document.querySelector("main").append(strip);
  sight.observe(row);
}

function mark() {
  const own = remembered();
  for (const shown of document.querySelectorAll("[data-event]")) {
    for (const row of shown.querySelectorAll(":is(tr, g)[data-number]")) {
      const isMine = row.classList.toggle("mine", row.dataset.number === own[shown.dataset.event]);
      if (isMine) row.setAttribute("aria-current", "true");
    }
    for (const result of shown.querySelectorAll("[data-contestants]")) {
      result.classList.toggle("mine", result.dataset.contestants.split(" ").includes(own[shown.dataset.event]));
    }
  }
  keepInSight(document.querySelector("tr.mine[id]"));
  for (const link of document.querySelectorAll("[data-follow]")) {
    link.setAttribute("role", "button");
    link.setAttribute("aria-pressed", own[link.dataset.of] === link.dataset.follow);
  }
}

/** A phone that lies at a table is its holder's, until he says otherwise. */
function rememberHolder() {
  for (const { dataset } of document.querySelectorAll("[data-holder]")) {
    if (!(dataset.of in remembered())) remember(dataset.of, dataset.holder);
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-follow]");
  if (!link) return;
  const { of, follow } = link.dataset;
  const wanted = remembered()[of] === follow ? "" : follow;
  remember(of, wanted);
  if (remembered()[of] !== wanted) return; // nothing may be kept here: the link leads on
  event.preventDefault();
  mark();
});
document.addEventListener("keydown", (event) => {
  const link = event.key === " " && event.target.closest("[data-follow]");
  if (!link) return;
  event.preventDefault();
  link.click();
});
document.addEventListener("htmx:afterSettle", mark);
rememberHolder();
mark();
