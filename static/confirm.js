// Do not swap a confirmation while it is open.

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  if (event.detail.target.querySelector(":scope > details.confirm[open]")) event.preventDefault();
});
