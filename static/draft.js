// A board of several legs is written down while it is played: what is typed is kept on the phone with every digit, and on
// the site with every leg that is whole. Both are there again when its form is opened once more.

import { ask } from "./offline_pages.js";

const SHELF = "manilla draft ";
const LONGEST = 3 * 24 * 3600 * 1000; // milliseconds; what is older belongs to no evening that still goes on
let sending = Promise.resolve();

function placeOf(form) {
  return `${SHELF}${form.dataset.draft} ${form.elements.side.value}`;
}

function numbers(form) {
  return [...form.querySelectorAll("input[data-leg]")];
}

function take(form) {
  return JSON.parse(localStorage.getItem(placeOf(form)) ?? "null");
}

/** Keeps on the phone what is typed, and whether the site has it too. */
function keepHere(form, isThere) {
  const said = Object.fromEntries(numbers(form).map((field) => [field.name, field.value]));
  localStorage.setItem(placeOf(form), JSON.stringify({ at: Date.now(), said, isThere }));
}

/** The fields of the legs of which every number is there. */
function whole(form) {
  const legs = new Map();
  for (const field of numbers(form)) legs.set(field.dataset.leg, [...(legs.get(field.dataset.leg) ?? []), field]);
  return [...legs.values()].filter((fields) => fields.every((field) => field.value)).flat();
}

/** The same as text: another number leads to another text. */
function asText(fields) {
  return JSON.stringify(fields.map((field) => [field.name, field.value]));
}

/** Keeps whole legs on the site; what the site says of them takes the place of what it said before. */
async function keepThere(form) {
  const fields = whole(form);
  const others = [...new FormData(form)].filter(([name]) => name !== "seen" && !numbers(form).some((field) => field.name === name));
  const said = [...others, ...fields.map((field) => [field.name, field.value]), ["so_far", "yes"]];
  const sent = asText(fields);
  const answer = await ask(form.action, { method: "POST", body: new URLSearchParams(said) });
  if (!answer?.ok || !form.isConnected || form.dataset.isSent) return;
  form.dataset.whole = sent;
  form.elements.seen.value = fields.map((field) => field.name).join(" ");
  if (asText(whole(form)) === sent) keepHere(form, true);
  const kept = answer.page.querySelector("[data-legs-kept]");
  if (kept) document.querySelector("[data-legs-kept]")?.replaceChildren(...kept.childNodes);
}

document.addEventListener("input", ({ target }) => {
  if (target.form?.dataset.draft && target.matches("[data-leg]")) keepHere(target.form, false);
});

// A number is whole when its field is left, or the next key is another field's: not with its first digit.
for (const moment of ["change", "focusin"]) document.addEventListener(moment, keepLegs);
addEventListener("online", keepLegs);

function keepLegs() {
  sending = sending.then(async () => {
    const form = document.querySelector("form[data-draft]");
    if (form && asText(whole(form)) !== (form.dataset.whole ?? "[]")) await keepThere(form);
  });
}

// The result is on its way: nothing is left to be kept.
document.addEventListener(
  "submit",
  ({ target, submitter }) => {
    if (!target.dataset.draft || submitter?.name === "so_far") return;
    target.dataset.isSent = "yes";
    localStorage.removeItem(placeOf(target));
  },
  true,
);

/** Fills in what this phone has kept: all of it where the site has not had it yet, else what the site has not. */
function takeUp() {
  for (const place of Object.keys(localStorage).filter((name) => name.startsWith(SHELF))) {
    if (Date.now() - JSON.parse(localStorage.getItem(place)).at > LONGEST) localStorage.removeItem(place);
  }
  const form = document.querySelector("form[data-draft]");
  if (!form) return;
  form.dataset.whole = asText(whole(form));
  const kept = take(form);
  for (const field of kept ? numbers(form) : []) {
    const said = kept.said[field.name];
    if (!said || said === field.value || (field.value && kept.isThere)) continue;
    field.value = said;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

document.addEventListener("shown", takeUp);
takeUp();
