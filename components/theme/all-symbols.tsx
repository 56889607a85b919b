import { ChevronRight, Play, SlidersHorizontal, Star } from "lucide-react";
import { AppSymbols } from "@/components/app/app-drawings";
import { StatusSymbols } from "@/components/status/status-symbols";

const ICONS = { expand: ChevronRight, play: Play, options: SlidersHorizontal, star: Star };

/** The drawings that PageSymbol repeats. */
export const AllSymbols = () => (
  <>
    {Object.entries(ICONS).map(([name, Icon]) => (
      <symbol key={name} id={`icon-${name}`} viewBox="0 0 24 24">
        <Icon />
      </symbol>
    ))}
    <StatusSymbols />
    <AppSymbols />
  </>
);
