// A board of several legs is written down while it is played: what is typed is kept on the phone with every digit, and on
// the site with every leg that is whole. Both are there again when its form is opened once more.

import { ask } from "./copies.js";

const SHELF = "manilla draft ";
const LONGEST = 3 * 24 * 3600 * 1000; // milliseconds; what is older belongs to no evening that still goes on
let sending = Promise.resolve();

export function isDraft(pressed) {
  return pressed?.name === "so_far";
}

function placeOf(form) {
  return `${SHELF}${form.dataset.draft} ${form.elements.side.value}`;
}

function numbers(form) {
  return [...form.querySelectorAll("input[data-leg]")];
}

function keepHere(form) {
  const said = Object.fromEntries(numbers(form).map((field) => [field.name, field.value]));
  localStorage.setItem(placeOf(form), JSON.stringify({ at: Date.now(), said }));
}

/** The legs of which every number is there, as text: another one leads to another text. */
function whole(form) {
  const legs = new Map();
  for (const field of numbers(form)) legs.set(field.dataset.leg, [...(legs.get(field.dataset.leg) ?? []), field.value]);
  return JSON.stringify([...legs].filter(([, values]) => values.every(Boolean)));
}

/** Keeps it on the site; what the site says of it takes the place of what it said before. */
async function keepThere(form) {
  const body = new URLSearchParams([...new FormData(form), ["so_far", "yes"]]);
  const answer = await ask(form.action, { method: "POST", body });
  const said = answer?.ok && answer.page.querySelector("[data-legs-kept]");
  if (said) document.querySelector("[data-legs-kept]")?.replaceChildren(...said.childNodes);
}

document.addEventListener("input", ({ target }) => {
  const form = target.form;
  if (!form?.dataset.draft || !target.matches("[data-leg]")) return;
  keepHere(form);
});

// A number is whole when its field is left, or the next key is another field's: not with its first digit.
document.addEventListener("change", () => keepLegs());
document.addEventListener("focusin", () => keepLegs());

function keepLegs() {
  const form = document.querySelector("form[data-draft]");
  if (!form || whole(form) === (form.dataset.whole ?? "[]")) return;
  form.dataset.whole = whole(form);
  sending = sending.then(() => keepThere(form));
}

// The result is on its way: nothing is left to be kept.
document.addEventListener(
  "submit",
  ({ target, submitter }) => {
    if (target.dataset.draft && !isDraft(submitter)) localStorage.removeItem(placeOf(target));
  },
  true,
);

/** Fills in what is kept here and nowhere else. */
export function takeUp() {
  for (const place of Object.keys(localStorage).filter((name) => name.startsWith(SHELF))) {
    if (Date.now() - JSON.parse(localStorage.getItem(place)).at > LONGEST) localStorage.removeItem(place);
  }
  const form = document.querySelector("form[data-draft]");
  const kept = form && JSON.parse(localStorage.getItem(placeOf(form)) ?? "null");
  if (!form) return;
  form.dataset.whole = whole(form);
  for (const field of numbers(form)) {
    if (field.value || !kept?.said[field.name]) continue;
    field.value = kept.said[field.name];
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
