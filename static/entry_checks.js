// Checks an entry form before it is stored, by what the form says of itself: the smallest and largest number of a field, what
// must be filled in, and what numbers must make together. The site checks all of it again, and what only the game knows.

import { sentence } from "./offline_pages.js";

const WHOLE = /^[+-]?\d{1,9}$/;

function words(node) {
  return node?.textContent.replace(/\s+/g, " ").trim() ?? "";
}

/** What is wrong with the number in a field; nothing where it may be sent. */
function problemOf(field) {
  const said = field.value.trim();
  const gaps = { field: words(field.labels[0]), said, min: field.min, max: field.max };
  if (!said) return "required" in field.dataset ? sentence("empty", gaps) : "";
  if (!WHOLE.test(said)) return sentence("notANumber", gaps);
  const isInRange = (field.min === "" || Number(said) >= Number(field.min)) && (field.max === "" || Number(said) <= Number(field.max));
  return isInRange ? "" : sentence("outOfRange", gaps);
}

/** Pairs of a field and what is wrong with it: a wrong sum belongs to the last of its numbers, as on the site. */
function problems(form) {
  const found = [...form.querySelectorAll("input.number")].map((field) => [field, problemOf(field)]);
  for (const choice of form.querySelectorAll("input[type=radio][data-required]")) {
    const isFirst = choice === form.querySelector(`input[name="${CSS.escape(choice.name)}"]`);
    if (isFirst && !form.elements[choice.name].value) found.push([choice, sentence("empty", { field: words(choice.closest("fieldset").querySelector("legend")) })]);
  }
  const wrong = found.filter(([, problem]) => problem);
  return wrong.length ? wrong : wrongSums(form);
}

/** Numbers that must make a total together and do not, where each is filled in. */
function wrongSums(form) {
  const found = [];
  for (const row of form.querySelectorAll("[data-sum][data-total]")) {
    const fields = row.dataset.sum.split(" ").map((id) => document.getElementById(id));
    if (fields.some((field) => !field?.value)) continue;
    const made = fields.reduce((all, field) => all + Number(field.value), 0);
    const gaps = { label: words(row.firstElementChild), made, total: row.dataset.total };
    if (made !== Number(row.dataset.total)) found.push([fields.at(-1), sentence("wrongSum", gaps)]);
  }
  return found;
}

function forget(field) {
  field.removeAttribute("aria-invalid");
  document.getElementById(`id_${field.name}_problems`)?.remove();
}

/** Says beside a field what is wrong with it, where the site would. */
function say(form, field, problem) {
  forget(field);
  const list = Object.assign(document.createElement("ul"), { className: "errorlist", id: `id_${field.name}_problems` });
  list.setAttribute("role", "alert");
  list.append(Object.assign(document.createElement("li"), { textContent: problem }));
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", list.id);
  const group = field.closest("fieldset, .part-number");
  if (group) group.append(list);
  else form.querySelector(".answer").parentElement.before(list);
}

/** Whether a form may be stored; what is wrong is said beside its fields, and the first of them has the focus. */
export function isInRange(form) {
  const found = problems(form);
  for (const [field, problem] of found) say(form, field, problem);
  if (!found.length) return true;
  found[0][0].closest("details")?.setAttribute("open", "");
  found[0][0].focus();
  return false;
}

// What is corrected is no longer said to be wrong.
document.addEventListener("input", ({ target }) => {
  if (!target.form?.matches(".entry")) return;
  for (const field of target.form.querySelectorAll("[aria-invalid]")) {
    if (field.name === target.name || target.form.querySelector(`[data-sum~="${CSS.escape(target.id)}"][data-sum~="${CSS.escape(field.id)}"]`)) forget(field);
  }
});
