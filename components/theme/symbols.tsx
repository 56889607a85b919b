import { ChevronRight, Play, SlidersHorizontal, Star } from "lucide-react";
import type { ComponentProps } from "react";
import { AppSymbols } from "@/components/app/app-drawings";
import { StatusSymbols } from "@/components/status/status-symbols";

const ICONS = { expand: ChevronRight, play: Play, options: SlidersHorizontal, star: Star };

/** Drawings that occur in every row of a list, once in each page: a row repeats them with `<use>`. */
export function Symbols() {
  return (
    <svg aria-hidden="true" className="hidden">
      {Object.entries(ICONS).map(([name, Icon]) => (
        <symbol key={name} id={`icon-${name}`} viewBox="0 0 24 24">
          <Icon />
        </symbol>
      ))}
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
