import type { ComponentProps } from "react";

type ScrollBoxProps = ComponentProps<"div"> & { "aria-label": string };

/** A scrolled area without controls of its own, which not every browser lets the keyboard reach. */
export function ScrollBox(props: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be disabled and styled with the form's own
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area needs the keyboard
    <div role="group" tabIndex={0} {...props} />
  );
}
