// Check an entry form before it is stored, by its attributes: the minimum and maximum of fields, required fields, and sums. The
// site checks them again, along with the rules of the game.

import { stripText } from "./offline_pages.js";

const INTEGER = /^[+-]?\d{1,9}$/;

function textOf(node) {
  return node?.textContent.replace(/\s+/g, " ").trim() ?? "";
}

/** The problem of a number field, blank if there is none. */
function problemOf(field) {
  const value = field.value.trim();
  const params = { field: textOf(field.labels[0]), said: value, min: field.min, max: field.max };
  if (!value) return "required" in field.dataset ? stripText("empty", params) : "";
  if (!INTEGER.test(value)) return stripText("notANumber", params);
  const isWithin = (field.min === "" || Number(value) >= Number(field.min)) && (field.max === "" || Number(value) <= Number(field.max));
  return isWithin ? "" : stripText("outOfRange", params);
}

/** Pairs of a field and its problem. A wrong sum is a problem of the last of its numbers, like on the site. */
function findProblems(form) {
  const checked = [...form.querySelectorAll("input.number")].map((field) => [field, problemOf(field)]);
  for (const choice of form.querySelectorAll("input[type=radio][data-required]")) {
    const isFirst = choice === form.querySelector(`input[name="${CSS.escape(choice.name)}"]`);
    if (isFirst && !form.elements[choice.name].value) checked.push([choice, stripText("empty", { field: textOf(choice.closest("fieldset").querySelector("legend")) })]);
  }
  const wrong = checked.filter(([, problem]) => problem);
  return wrong.length ? wrong : wrongSums(form);
}

/** The problems of sums whose numbers are all filled in. */
function wrongSums(form) {
  const problems = [];
  for (const row of form.querySelectorAll("[data-sum][data-total]")) {
    const fields = row.dataset.sum.split(" ").map((id) => document.getElementById(id));
    if (fields.some((field) => !field?.value)) continue;
    const sum = fields.reduce((total, field) => total + Number(field.value), 0);
    const params = { label: textOf(row.firstElementChild), made: sum, total: row.dataset.total };
    if (sum !== Number(row.dataset.total)) problems.push([fields.at(-1), stripText("wrongSum", params)]);
  }
  return problems;
}

function removeProblem(field) {
  field.removeAttribute("aria-invalid");
  document.getElementById(`id_${field.name}_problems`)?.remove();
}

/** Show a problem beside its field, at the same place as the site would. */
function showProblem(form, field, problem) {
  removeProblem(field);
  const list = Object.assign(document.createElement("ul"), { className: "errorlist", id: `id_${field.name}_problems` });
  list.setAttribute("role", "alert");
  list.append(Object.assign(document.createElement("li"), { textContent: problem }));
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", list.id);
  const group = field.closest("fieldset, .part-number");
  if (group) group.append(list);
  else form.querySelector(".answer").parentElement.before(list);
}

/** Whether a form may be stored. If not, show the problems beside its fields and focus the first of these. */
export function checkEntry(form) {
  const problems = findProblems(form);
  for (const [field, problem] of problems) showProblem(form, field, problem);
  if (!problems.length) return true;
  problems[0][0].closest("details")?.setAttribute("open", "");
  problems[0][0].focus();
  return false;
}

// Remove the problem of a field once it is corrected.
document.addEventListener("input", ({ target }) => {
  if (!target.form?.matches(".entry")) return;
  for (const field of target.form.querySelectorAll("[aria-invalid]")) {
    if (field.name === target.name || target.form.querySelector(`[data-sum~="${CSS.escape(target.id)}"][data-sum~="${CSS.escape(field.id)}"]`)) removeProblem(field);
  }
});
