import { ChevronDown } from "lucide-react";
import dynamic from "next/dynamic";
import { type KeyboardEvent, type PointerEvent, Suspense, startTransition, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { triggerClasses } from "@/components/ui/input";
import type { Start, TextSelectProps } from "@/components/ui/text-select";

const load = () => import("@/components/ui/text-select");
const TextSelect = dynamic(() => load().then((module) => module.TextSelect));

/** A select of texts in a list. Its code is loaded when the pointer or the focus reaches it; until then it is a button. */
export function LazySelect(props: TextSelectProps) {
  const { label, options, value, disabled, className } = props;
  const button = useRef<HTMLButtonElement>(null);
  const pressed = useRef(false);
  const [start, setStart] = useState<Start | null>(null);

  function prepare(open: boolean) {
    pressed.current ||= open;
    const begin = () =>
      // A transition: the button stays until the select is there.
      startTransition(() =>
        setStart((known) => known ?? { pressed, focused: document.activeElement === button.current }),
      );
    // The server was updated: it doesn't open, but the page still works.
    load().then(begin, () => undefined);
  }
  const press = (event: PointerEvent) => event.pointerType === "mouse" && event.button === 0 && prepare(true);
  const type = ({ key }: KeyboardEvent) => key.startsWith("Arrow") && prepare(true);

  const closed = (
    <button
      ref={button}
      type="button"
      role="combobox"
      aria-expanded="false"
      aria-autocomplete="none"
      aria-label={label}
      data-slot="select-trigger"
      disabled={disabled}
      className={cn(triggerClasses, className)}
      onPointerEnter={() => prepare(false)}
      onFocus={() => prepare(false)}
      onPointerDown={press}
      onKeyDown={type}
      onClick={() => prepare(true)}
    >
      <span data-slot="select-value">{options.find((option) => option.value === value)?.text}</span>
      <ChevronDown className="size-4 shrink-0 text-muted-foreground" />
    </button>
  );
  return <Suspense fallback={closed}>{start ? <TextSelect {...props} start={start} /> : closed}</Suspense>;
}
