import { ChevronRight, Play, SlidersHorizontal, Star } from "lucide-react";
import type { ComponentProps } from "react";
import { AppSymbols } from "@/components/app/app-drawings";
import { StatusSymbols } from "@/components/status/status-symbols";

/** Drawings that occur in every row of a list, once in each page: a row repeats them with `<use>`. */
export function Symbols() {
  return (
    <svg aria-hidden="true" className="hidden">
      <symbol id="icon-expand" viewBox="0 0 24 24">
        <ChevronRight />
      </symbol>
      <symbol id="icon-play" viewBox="0 0 24 24">
        <Play />
      </symbol>
      <symbol id="icon-options" viewBox="0 0 24 24">
        <SlidersHorizontal />
      </symbol>
      <symbol id="icon-star" viewBox="0 0 24 24">
        <Star />
      </symbol>
      <StatusSymbols />
      <AppSymbols />
    </svg>
  );
}

type PageSymbolProps = { name: string } & ComponentProps<"svg">;

/** Repeats one of the page's drawings. */
export const PageSymbol = ({ name, ...svg }: PageSymbolProps) => (
  <svg aria-hidden="true" {...svg}>
    <use href={`#${name}`} />
  </svg>
);
