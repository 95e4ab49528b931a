// A bar for what takes over a second: how far an act is that was sent, asked for while its answer is awaited.
// Without this script the browser itself shows that it waits.

const AFTER = 800, EVERY = 700;
const pattern = document.querySelector("[data-progress]");

/** Thirty-two hex digits that nobody guesses. */
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A hidden field with the key, or another key in the one of an attempt before. */
function withKey(form) {
  const before = form.querySelector('input[name="progress"]');
  const field = before ?? document.createElement("input");
  Object.assign(field, { type: "hidden", name: "progress", value: newKey() });
  if (!before) form.append(field);
  return field.value;
}

function showBar(form, { what, part } = {}) {
  let bar = form.nextElementSibling;
  if (!bar?.matches(".progress")) {
    bar = pattern.content.firstElementChild.cloneNode(true);
    form.after(bar);
  }
  if (what === undefined) return bar;
  bar.firstElementChild.setAttribute("aria-live", "off");  // that it began was said; each per cent is not
  bar.firstElementChild.textContent = `${what} ${Math.floor(100 * part)} %`;
  bar.querySelector("progress").value = part;
  return bar;
}

async function ask(form, key) {
  try {
    const answer = await fetch(pattern.dataset.progress.replace("0".repeat(32), key));
    showBar(form, answer.status === 200 ? await answer.json() : {});
  } catch {
    showBar(form);  // the network is away: the act itself says so
  }
}

/** Asks until the page is left, or shown again from the browser's memory. */
function follow(form) {
  const key = withKey(form);
  let asking;
  const waiting = setTimeout(() => {
    void ask(form, key);
    asking = setInterval(() => void ask(form, key), EVERY);
  }, AFTER);
  addEventListener("pageshow", () => {
    clearTimeout(waiting);
    clearInterval(asking);
    if (form.nextElementSibling?.matches(".progress")) form.nextElementSibling.remove();
  }, { once: true });
}

/** data-downloads: the answer is a file, for which the page stays; what it said of the press before is over. */
function sayDownloaded(form) {
  for (const said of form.closest("main").querySelectorAll(".problems, .errorlist")) said.remove();
  for (const field of form.elements) field.removeAttribute("aria-invalid");
  form.querySelector("[data-downloaded]").hidden = false;
}

if (pattern) {
  document.addEventListener("submit", ({ target, defaultPrevented }) => {
    if (defaultPrevented || target.getAttribute("method") !== "post") return;
    if ("downloads" in target.dataset) sayDownloaded(target);
    else follow(target);
  });
}
