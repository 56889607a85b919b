import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

const COLOURS = [
  "bg-[oklch(0.5_0.1_25)]",
  "bg-[oklch(0.5_0.09_60)]",
  "bg-[oklch(0.48_0.09_110)]",
  "bg-[oklch(0.48_0.1_150)]",
  "bg-[oklch(0.48_0.08_195)]",
  "bg-[oklch(0.48_0.1_235)]",
  "bg-[oklch(0.48_0.12_275)]",
  "bg-[oklch(0.48_0.12_320)]",
];

/** First letters of the first two words, else the first two letters. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = "", second = ""] = words;
  const letters = words.length > 1 ? [...first].slice(0, 1).concat([...second].slice(0, 1)) : [...first].slice(0, 2);
  return letters.join("").toUpperCase();
}

type AvatarProps = Omit<ComponentProps<"span">, "id"> & {
  name: string;
  /** Determines the colour, so that it stays when the name changes. */
  id: number;
  shape?: "square" | "circle";
};

export function Avatar({ name, id, shape = "square", className, ...props }: AvatarProps) {
  return (
    <span
      data-slot="avatar"
      aria-hidden="true"
      className={cn(
        "grid size-7 shrink-0 select-none place-items-center font-semibold text-[0.6875rem] text-white",
        shape === "circle" ? "rounded-full" : "rounded-md",
        COLOURS[Math.abs(id) % COLOURS.length],
        className,
      )}
      {...props}
    >
      {initials(name)}
    </span>
  );
}
