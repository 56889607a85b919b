import type { ComponentProps } from "react";

type ScrollBoxProps = ComponentProps<"div"> & { "aria-label": string };

/** A scrolled area without controls of its own, which not every browser lets the keyboard reach. */
export function ScrollBox(props: ScrollBoxProps) {
  return <div role="group" tabIndex={0} {...props} />;
}
