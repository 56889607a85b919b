import { cn } from "@/components/ui/cn";

/** Longer names keep their end visible: names of one family differ there. */
const LONG = 24;
const TAIL = 9;
/** As they are seen: with their accents, an emoji with what is joined to it, a flag as one. */
const LETTERS = /\p{RI}{2}|.(?:\u200d.|[\p{M}\p{EMod}])*/gsu;
/** The first letter is Arabic, Hebrew or another one that is written from right to left. */
const RIGHT_TO_LEFT = /^\P{L}*[\u0590-\u08ff\ufb1d-\ufefc]/u;

type NameProps = {
  text: string;
  /** How many letters of a long one's end stay. */
  tail?: number;
  className?: string;
};

/**
 * A name in a list, on one line, cut in its middle when space is short, but one written from right to left at its end: its
 * letters would not join across the cut. ListHints shows a cut one in full.
 */
export function Name({ text, tail = TAIL, className }: NameProps) {
  const letters = text.match(LETTERS) ?? [];
  const isBackwards = RIGHT_TO_LEFT.test(text);
  if (isBackwards || letters.length <= Math.max(LONG, tail)) {
    return (
      <span data-name="" dir={isBackwards ? "rtl" : undefined} className={cn("name", className)}>
        {text}
      </span>
    );
  }
  return (
    <span data-name="" className={cn("name", className)}>
      <span className="name-whole">{text}</span>
      <span
        aria-hidden="true"
        className="name-cut"
        data-head={letters.slice(0, -tail).join("")}
        data-tail={letters.slice(-tail).join("")}
      />
    </span>
  );
}
