import { cn } from "@/components/ui/cn";

/** Longer names keep their end visible: names of one family differ there. */
const LONG = 24;
const TAIL = 9;

type NameProps = {
  text: string;
  /** How many letters of a long one's end stay. */
  tail?: number;
  className?: string;
};

/** A name in a list, on one line, cut in its middle when space is short. ListHints shows a cut one in full. */
export function Name({ text, tail = TAIL, className }: NameProps) {
  const letters = [...text];
  if (letters.length <= Math.max(LONG, tail)) {
    return (
      <span data-name="" className={cn("name", className)}>
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
