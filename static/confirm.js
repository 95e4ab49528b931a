// Do not swap a confirmation while it is open. Its explanation is swapped, and keeps its height if it gets shorter, so that the
// buttons below it do not move.

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  if (target.querySelector(":scope > details.confirm[open]")) event.preventDefault();
  else if (target.parentElement.matches("details.confirm[open]")) {
    fragment.firstElementChild.classList.remove("visually-hidden");
    fragment.firstElementChild.style.minHeight = `${target.offsetHeight}px`;
  }
});
