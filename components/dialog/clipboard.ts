/** Copies text to the clipboard; rejects with the browser's reason, or with `refused` if it gave none. */
export async function writeClipboard(text: string, refused: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  if (!copyBySelection(text)) throw new Error(refused);
}

/** Fallback for consoles without https, where browsers hide navigator.clipboard. */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.style.cssText = "position: fixed; opacity: 0";
  // Inside the modal dialog, because it takes the focus back from anything outside.
  (focused?.closest("[role=dialog], [role=alertdialog]") ?? document.body).append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
