// The problems of this page for its readers; an empty list for a good page.
() => {
  const problems = [];
  const isVisible = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(".visually-hidden, .skip");
  const describe = (element) => `<${element.tagName.toLowerCase()}> “${element.textContent.trim().slice(0, 40)}”`;
  const positionedAncestor = (element) => getComputedStyle(element).position === "static" && element.parentElement ? positionedAncestor(element.parentElement) : element;
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) {
    const wide = [...document.querySelectorAll("main *")].find(
      (each) => each.getBoundingClientRect().right > innerWidth + 1 && !each.closest(".scroller, .tabs, .visually-hidden"));
    problems.push(`scrolls sideways: ${root.scrollWidth} px${wide ? ", " + describe(wide) : ""}`);
  }
  const headings = [...document.querySelectorAll("h1")].filter(isVisible).length;
  if (headings !== 1) problems.push(`main headings: ${headings}`);
  const steps = [...document.querySelectorAll(".primary")].filter((each) => isVisible(each) && !each.closest("details > :not(summary)"));
  if (steps.length > 1) problems.push(`next steps: ${steps.map(describe).join(", ")}`);
  for (const tabs of document.querySelectorAll(".tabs")) {
    const current = tabs.querySelectorAll("[aria-current]").length;
    if (current !== 1) problems.push(`current tabs: ${current}`);
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !isVisible(element)) continue;
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (size < 15.99) problems.push(`small text: ${size} px, ${describe(element)}`);
  }
  for (const element of document.querySelectorAll("a, button, summary, input:not([type=hidden]), select, textarea")) {
    const overlay = getComputedStyle(element, "::after"); // a row that is a link, or a summary, as a whole
    const covers = overlay.position === "absolute" && overlay.content !== "none" && [overlay.top, overlay.right, overlay.bottom, overlay.left].every((side) => side === "0px");
    const ticked = element.matches("[type=radio], [type=checkbox]") && element.closest("label, .keys > span");
    const target = ticked || (covers && positionedAncestor(element)) || element;
    if (!isVisible(element) || getComputedStyle(target).display === "inline") continue; // a link inside a sentence
    const { width, height } = target.getBoundingClientRect();
    if (width < 47.5 || height < 47.5) problems.push(`small to touch: ${width.toFixed()} × ${height.toFixed()} px, ${describe(element)}`);
  }
  return problems;
}
