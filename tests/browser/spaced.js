// Sets letters, words, lines and paragraphs as far apart as a reader may want them (WCAG 1.4.12), or back.
(spaced) => {
  const sheet = new CSSStyleSheet();
  if (spaced) sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
    p { margin-bottom: 2em !important; }`);
  document.adoptedStyleSheets = [sheet];
}
