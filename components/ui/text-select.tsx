import { type RefObject, useEffect, useRef } from "react";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";

export type TextSelectProps = {
  /** For screen readers. */
  label: string;
  options: { value: string; text: string }[];
  value: string;
  onPick: (value: string) => void;
  disabled?: boolean;
  className?: string;
};
export type Start = {
  /** Whether it was pressed before it was there. */
  pressed: RefObject<boolean>;
  focused: boolean;
};

/** Loaded by LazySelect. */
export function TextSelect({
  label,
  options,
  value,
  onPick,
  disabled,
  className,
  start,
}: TextSelectProps & { start: Start }) {
  const trigger = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (start.focused) trigger.current?.focus({ preventScroll: true });
  }, [start.focused]);
  return (
    <Select value={value} onValueChange={onPick} disabled={disabled} defaultOpen={start.pressed.current}>
      <SelectTrigger ref={trigger} aria-label={label} className={className}>
        <SelectValue>{options.find((option) => option.value === value)?.text}</SelectValue>
      </SelectTrigger>
      <SelectContent>
        {options.map((option) => (
          <SelectItem key={option.value} value={option.value}>
            {option.text}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
