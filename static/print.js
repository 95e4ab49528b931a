// data-print: what the browser's own menu does, for who does not know where that is.
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-print]")) window.print();
});
