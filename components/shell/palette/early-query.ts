let early = "";

/** Keeps a key that was pressed after the palette was opened, but before its field has the focus. True: it was for the field. */
export function keepKey(key: string): boolean {
  if (key.length === 1) early += key;
  else if (key === "Backspace") early = early.slice(0, -1);
  // What it would choose is not shown yet.
  else return key === "Enter";
  return true;
}

/** What was typed so far, once. */
export function takeEarlyQuery(): string {
  const taken = early;
  early = "";
  return taken;
}
