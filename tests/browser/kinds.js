// The kinds of elements of this page, each with its own words and its name: what one page has and another has not.
() => [...document.querySelectorAll("head title, body, body *:not(svg *)")].map((element) => {
  const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data);
  const names = ["aria-label", "placeholder", "role", "type"].map((name) => element.getAttribute(name));
  return [element.localName, element.getAttribute("class"), ...names, ...own].join(" ").replace(/\s+/g, " ");
})
