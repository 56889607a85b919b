import { type ReactNode, useRef } from "react";

export type Option = {
  value: string | number;
  label: string;
  /** Shown in grey after the label. */
  hint?: string;
  icon?: ReactNode;
  /** Heading of the option's group. */
  group?: string;
  disabled?: boolean;
};

/** The last entry of a select: opens a form, and selects what it creates. */
export type CreateEntry = { label: string; open: (choose: (id: number) => void) => void };

/** The value of that entry within the list. */
export const CREATE = "+";

/** The last entry of a list. What it opens waits until the list is gone, which takes the focus back as it closes. */
export function useCreateEntry(create: { onPick: () => void } | undefined) {
  const chosen = useRef(false);
  return {
    choose: () => {
      chosen.current = true;
    },
    onCloseAutoFocus: () => {
      if (chosen.current) create?.onPick();
      chosen.current = false;
    },
  };
}

/** Options by group, both in order of first appearance; options without a group are under "". */
export function groupOptions(options: Option[]): [string, Option[]][] {
  const groups = new Map<string, Option[]>();
  for (const option of options) {
    const group = groups.get(option.group ?? "") ?? [];
    group.push(option);
    groups.set(option.group ?? "", group);
  }
  return [...groups];
}

/** An option, in the list and as the selected value. */
export function OptionText({ option }: { option: Option }) {
  return (
    <span className="flex min-w-0 items-center gap-2 [&_svg]:size-4 [&_svg]:shrink-0">
      {option.icon}
      <span className="truncate">{option.label}</span>
      {option.hint && <span className="truncate text-muted-foreground text-xs">{option.hint}</span>}
    </span>
  );
}
