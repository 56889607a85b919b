/**
 * Of tabs, and of links that look like them: this on the row, and tabClasses with data-state="active" on the links. A module
 * of its own, because a server component gets a reference instead of a text from one of the client.
 */
export const tabListClasses = "flex gap-1 overflow-x-auto [scrollbar-width:none] inset-shadow-[0_-1px_var(--border)]";

export const tabClasses =
  "inline-flex h-9 shrink-0 items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 px-2.5 font-medium text-muted-foreground text-sm transition-colors hover:text-foreground focus-visible:-outline-offset-2 data-[state=active]:border-primary data-[state=active]:text-foreground data-[state=active]:[scroll-initial-target:nearest] [&_svg]:size-4";
