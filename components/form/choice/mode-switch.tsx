import { Segment, Segments } from "@/components/ui/segments";

type ModeSwitchProps<Mode extends string> = {
  label: string;
  value: Mode;
  modes: readonly { value: Mode; label: string }[];
  onPick: (mode: Mode) => void;
  className?: string;
};

/** Switches how a field's value is written; beside the field's label. */
export function ModeSwitch<Mode extends string>({ label, value, modes, onPick, className }: ModeSwitchProps<Mode>) {
  return (
    <Segments
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        const picked = modes.find((mode) => mode.value === next);
        if (picked) onPick(picked.value);
      }}
      className={className}
    >
      {modes.map((mode) => (
        <Segment key={mode.value} value={mode.value} className="h-5 text-xs">
          {mode.label}
        </Segment>
      ))}
    </Segments>
  );
}
