// Drafts of boards with several legs, which are entered while the board is played: every digit is stored on the phone, and every
// complete leg on the site. Both are restored when the form is opened again.

import { fetchPage } from "./offline_pages.js";

const STORAGE_PREFIX = "manilla draft ";
const MAX_AGE_MS = 3 * 24 * 3600 * 1000; // older drafts are of sessions that have ended
let sending = Promise.resolve();

function storageName(form) {
  return `${STORAGE_PREFIX}${form.dataset.draft} ${form.elements.side.value}`;
}

function legFields(form) {
  return [...form.querySelectorAll("input[data-leg]")];
}

function readDraft(form) {
  return JSON.parse(localStorage.getItem(storageName(form)) ?? "null");
}

/** Store the fields on the phone, and whether the site has them too. The names of the properties are stored, too. */
function storeOnPhone(form, isOnSite) {
  const values = Object.fromEntries(legFields(form).map((field) => [field.name, field.value]));
  localStorage.setItem(storageName(form), JSON.stringify({ at: Date.now(), said: values, isThere: isOnSite }));
}

/** The fields of the complete legs, in which every number is filled in. */
function completeLegFields(form) {
  const legs = new Map();
  for (const field of legFields(form)) legs.set(field.dataset.leg, [...(legs.get(field.dataset.leg) ?? []), field]);
  return [...legs.values()].filter((fields) => fields.every((field) => field.value)).flat();
}

/** The names and values of fields as text, to notice changes. */
function asText(fields) {
  return JSON.stringify(fields.map((field) => [field.name, field.value]));
}

/** Store the complete legs on the site, and update the text that tells how many it has. */
async function storeOnSite(form) {
  const fields = completeLegFields(form);
  const otherValues = [...new FormData(form)].filter(([name]) => name !== "seen" && !legFields(form).some((field) => field.name === name));
  const values = [...otherValues, ...fields.map((field) => [field.name, field.value]), ["so_far", "yes"]];
  const sent = asText(fields);
  const answer = await fetchPage(form.action, { method: "POST", body: new URLSearchParams(values) });
  if (!answer?.ok || !form.isConnected || form.dataset.isSent) return;
  form.dataset.whole = sent;
  form.elements.seen.value = fields.map((field) => field.name).join(" ");
  if (asText(completeLegFields(form)) === sent) storeOnPhone(form, true);
  const legsText = answer.page.querySelector("[data-legs-kept]");
  if (legsText) document.querySelector("[data-legs-kept]")?.replaceChildren(...legsText.childNodes);
}

document.addEventListener("input", ({ target }) => {
  if (target.form?.dataset.draft && target.matches("[data-leg]")) storeOnPhone(target.form, false);
});

// A number is complete once another field has the focus, not with its first digit.
for (const type of ["change", "focusin"]) document.addEventListener(type, storeLegs);
addEventListener("online", storeLegs);

function storeLegs() {
  sending = sending.then(async () => {
    const form = document.querySelector("form[data-draft]");
    if (form && asText(completeLegFields(form)) !== (form.dataset.whole ?? "[]")) await storeOnSite(form);
  });
}

// Once the result itself is submitted, the draft is deleted.
document.addEventListener(
  "submit",
  ({ target, submitter }) => {
    if (!target.dataset.draft || submitter?.name === "so_far") return;
    target.dataset.isSent = "yes";
    localStorage.removeItem(storageName(target));
  },
  true,
);

/** Fill in the draft on this phone: all values if the site does not have them yet, else those that the site lacks. */
function restoreDraft() {
  for (const name of Object.keys(localStorage).filter((key) => key.startsWith(STORAGE_PREFIX))) {
    if (Date.now() - JSON.parse(localStorage.getItem(name)).at > MAX_AGE_MS) localStorage.removeItem(name);
  }
  const form = document.querySelector("form[data-draft]");
  if (!form) return;
  form.dataset.whole = asText(completeLegFields(form));
  const draft = readDraft(form);
  for (const field of draft ? legFields(form) : []) {
    const value = draft.said[field.name];
    if (!value || value === field.value || (field.value && draft.isThere)) continue;
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

document.addEventListener("shown", restoreDraft);
restoreDraft();
