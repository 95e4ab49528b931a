// Scroll an opened confirmation or group of tools into view, and do not swap a confirmation while it is open.

document.addEventListener("click", ({ target }) => {
  const question = target.closest("details.confirm > summary, .more > details > summary")?.parentElement;
  if (question) requestAnimationFrame(() => question.open && question.scrollIntoView({ block: "nearest" }));
});

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  if (event.detail.target.querySelector(":scope > details.confirm[open]")) event.preventDefault();
});
