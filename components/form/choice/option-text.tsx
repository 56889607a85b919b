import type { Option } from "@/components/form/choice/option";

/** How one option looks, in the list and when chosen. */
export function OptionText({ option }: { option: Option }) {
  return (
    <span className="flex min-w-0 items-center gap-2 [&_svg]:size-4 [&_svg]:shrink-0">
      {option.icon}
      <span className="truncate">{option.label}</span>
      {option.hint && <span className="truncate text-muted-foreground text-xs">{option.hint}</span>}
    </span>
  );
}
