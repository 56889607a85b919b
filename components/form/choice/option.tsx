import type { ReactNode } from "react";

export type Option = {
  value: string | number;
  label: string;
  /** Beside the label, in grey. */
  hint?: string;
  icon?: ReactNode;
  /** Heading it stands under. */
  group?: string;
  disabled?: boolean;
};

/** Options under their headings, both in the order of first appearance; those without a heading have "". */
export function groupOptions(options: Option[]): [string, Option[]][] {
  const groups = new Map<string, Option[]>();
  for (const option of options) {
    const group = groups.get(option.group ?? "") ?? [];
    group.push(option);
    groups.set(option.group ?? "", group);
  }
  return [...groups];
}

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
