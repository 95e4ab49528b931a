// data-share="file name": share the picture that the link leads to, or save it if the browser cannot share files.

function save(address, name) {
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
}

async function share({ pathname: address, dataset }) { // a path, so that it is fetched from the host name in use
  const name = `${dataset.share}.png`;
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

for (const link of document.querySelectorAll("[data-share]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    share(link);
  });
}
