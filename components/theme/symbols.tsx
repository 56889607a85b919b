import type { ComponentProps } from "react";

type PageSymbolProps = { name: string } & ComponentProps<"svg">;

/** Repeats one of the page's drawings, see PageSymbols. */
export const PageSymbol = ({ name, ...svg }: PageSymbolProps) => (
  <svg aria-hidden="true" {...svg}>
    <use href={`#${name}`} />
  </svg>
);
