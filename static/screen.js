// A screen that everybody sees turns its pages by htmx and counts by clock.js. Here: letters that fit, and word of a site that is away.

const SMALLEST = 0.4; // of the letters' size

/** Nothing of a list is cut: where names take more lines than was thought, all its letters are smaller. */
function fit() {
  const list = document.querySelector(".screen-list");
  for (let size = 1; size > SMALLEST && list.scrollHeight > list.clientHeight; size -= 0.04) {
    list.style.setProperty("--size", size);
  }
}

/** The page that stands here stays, and says so; the next one that comes is without it. */
function sayStale() {
  document.querySelector("[data-stale]").hidden = false;
  fit();
}

fit();
addEventListener("resize", fit);
document.addEventListener("htmx:afterSettle", fit);
document.addEventListener("htmx:sendError", sayStale);
document.addEventListener("htmx:responseError", sayStale);
