import { useRef } from "react";

/** The last entry of a list. What it opens waits until the list is gone, which takes the focus back as it closes. */
export function useCreateEntry(create: { onPick: () => void } | undefined) {
  const chosen = useRef(false);
  return {
    choose: () => {
      chosen.current = true;
    },
    onCloseAutoFocus: () => {
      if (chosen.current) create?.onPick();
      chosen.current = false;
    },
  };
}
