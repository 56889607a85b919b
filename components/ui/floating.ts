/** The look of all floating elements. */
export const floatingClasses =
  "z-50 rounded-lg border border-border bg-popover text-foreground shadow-lg outline-none duration-100 data-[state=closed]:animate-out data-[state=open]:animate-in data-[state=closed]:fade-out-0 data-[state=open]:fade-in-0";
