// Shares the picture of the page (its og:image), or saves it where the browser cannot share files.
// A button with data-share="file name".

/** The address of the picture on this site, by whatever name it was reached. */
function pictureAddress() {
  const content = document.querySelector('meta[property="og:image"]')?.content;
  return content && new URL(content).pathname;
}

function save(address, name) {
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
}

async function share(button) {
  const address = pictureAddress(), name = `${button.dataset.share}.png`;
  if (!navigator.canShare) return save(address, name);
  try {
    const picture = await (await fetch(address)).blob();
    const files = [new File([picture], name, { type: "image/png" })];
    if (!navigator.canShare({ files })) return save(address, name);
    await navigator.share({ files });
  } catch (reason) {
    if (reason.name !== "AbortError") save(address, name); // AbortError: the reader closed the menu
  }
}

for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !pictureAddress();
  button.addEventListener("click", () => share(button));
}
