import { useState } from "react";

/** True from the first opening on: until then what is heavy need not be fetched, after it a dialog can close in peace. */
export function useOnceOpen(open: boolean): boolean {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return opened;
}
