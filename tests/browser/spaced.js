// Set the text spacing that readers may choose (WCAG 1.4.12), or reset it.
(spaced) => {
  const sheet = new CSSStyleSheet();
  if (spaced) sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
    p { margin-bottom: 2em !important; }`);
  document.adoptedStyleSheets = [sheet];
}
