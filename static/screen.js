// A television turns its pages by htmx and counts by clock.js. Here: letters that fit.

const SMALLEST = 0.4; // of the largest letters

/** Gives the page the largest letters with which nothing of it is cut. */
function fit() {
  const list = document.querySelector(".screen-list");
  const cut = () => [list, ...list.children].some((each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1);
  let size = 1;
  list.style.setProperty("--size", size);
  while (size > SMALLEST && cut()) list.style.setProperty("--size", (size -= 0.02));
}

fit();
document.fonts?.ready.then(fit);
addEventListener("resize", fit);
document.addEventListener("htmx:afterSwap", fit); // before the page is seen
document.addEventListener("htmx:afterSettle", fit);
document.addEventListener("connection", fit); // connection.js shows or hides a line
