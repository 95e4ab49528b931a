// The form of a new event: the chosen movement stays in sight, and the line above the button that creates the event names it.

import { tell } from "./ready.js";

function name_it() {
  const plan = document.querySelector("#proposals :checked")?.closest(".plan");
  const creates = document.getElementById("creates");
  if (!creates) return null;
  const parts = [plan?.querySelector(".plan-name b"), plan?.querySelector(".length")];
  creates.dataset.ready = parts.map((part) => part?.textContent.trim().replace(/\s+/g, " ")).filter(Boolean).join(" · ");
  tell(creates.closest("form"));
  return plan;
}

document.addEventListener("change", ({ target }) => target.name === "movement" && name_it());

document.addEventListener("htmx:afterSettle", () => {
  const plan = name_it();
  const sheet = plan?.closest(".what-fits > .panel");
  if (!sheet || sheet.scrollHeight <= sheet.clientHeight) return;
  const below = plan.getBoundingClientRect().bottom - sheet.getBoundingClientRect().bottom;
  const above = plan.getBoundingClientRect().top - sheet.getBoundingClientRect().top;
  if (above < 0) sheet.scrollTop += above;
  else if (below > 0) sheet.scrollTop += below;
});

name_it();

// A part of the form comes back as it was sent: what was typed since then is put into it again.
let typed = [];

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { formData } = detail.requestConfig;
  const fields = [...detail.target.querySelectorAll("input:not([type=hidden], [type=radio], [type=checkbox]), textarea")];
  typed = fields.filter(({ name, value }) => formData.has(name) && formData.get(name) !== value).map(({ id, value }) => [id, value]);
});

document.addEventListener("htmx:afterSettle", () => {
  for (const [id, value] of typed) {
    const field = document.getElementById(id);
    if (!field) continue;
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  typed = [];
});
