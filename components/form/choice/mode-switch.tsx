import * as RadioGroup from "radix-ui/radio-group";
import { cn } from "@/components/ui/cn";

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
    <RadioGroup.Root
      aria-label={label}
      orientation="horizontal"
      value={value}
      onValueChange={(next) => {
        const picked = modes.find((mode) => mode.value === next);
        if (picked) onPick(picked.value);
      }}
      className={cn("flex gap-0.5 rounded-md border border-border bg-muted p-0.5", className)}
    >
      {modes.map((mode) => (
        <RadioGroup.Item
          key={mode.value}
          value={mode.value}
          className="h-5 rounded-sm px-2 font-medium text-muted-foreground text-xs transition-colors hover:text-foreground disabled:opacity-50 data-[state=checked]:bg-card data-[state=checked]:text-foreground data-[state=checked]:shadow-xs dark:data-[state=checked]:bg-accent"
        >
          {mode.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
