// A question that opens on the spot is seen whole, and stays open while the page around it asks the site again.

document.addEventListener("toggle", ({ target }) => {
  if (target.open && target.matches("details.confirm")) target.scrollIntoView({ block: "nearest" });
}, true);

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  if (event.detail.target.querySelector(":scope > details.confirm[open]")) event.preventDefault();
});
