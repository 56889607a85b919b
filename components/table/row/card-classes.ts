import type { Column } from "@/components/table/columns/column";

/* Below 768 px a row is a card: title, status and actions in the first line, the rest as labelled values below. */

export const cardRow =
  "max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:gap-y-1 max-md:border-border max-md:border-b max-md:px-3 max-md:py-2.5 max-md:last:border-b-0 max-md:before:order-2 max-md:before:basis-full max-md:before:content-['']";

export const cardCell = "max-md:block max-md:h-auto max-md:border-0 max-md:p-0";

export const cardPlace: Record<NonNullable<Column<unknown>["card"]>, string> = {
  title: "md:max-w-md max-md:min-w-0 max-md:flex-1",
  status: "max-md:order-1",
  meta: "max-md:order-3 max-md:max-w-full max-md:truncate max-md:text-left! max-md:text-xs max-md:text-muted-foreground max-md:before:mr-1.5 max-md:before:text-muted-foreground/70 max-md:before:content-[attr(data-label)]",
  hidden: "max-md:hidden",
};
