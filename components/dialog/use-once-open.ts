import { useState } from "react";

/** True after the first opening: heavy content loads only then, and stays mounted for the closing animation. */
export function useOnceOpen(open: boolean): boolean {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return opened;
}
