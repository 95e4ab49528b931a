// A question that opens on the spot is seen whole, and stays open while the page around it asks the site again.

document.addEventListener("click", ({ target }) => {
  const question = target.closest("details.confirm > summary")?.parentElement;
  if (question) requestAnimationFrame(() => question.open && question.scrollIntoView({ block: "nearest" }));
});

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  if (event.detail.target.querySelector(":scope > details.confirm[open]")) event.preventDefault();
});
