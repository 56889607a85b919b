"use client";

import type { Ref } from "react";
import { groupOptions, type Option } from "@/components/form/choice/option";
import { OptionText } from "@/components/form/choice/option-text";
import type { ControlProps } from "@/components/form/field/field";
import {
  Select,
  SelectContent,
  SelectGroup,
  SelectItem,
  SelectLabel,
  SelectTrigger,
  SelectValue,
} from "@/components/ui/select";

export type PickerProps = {
  control: ControlProps;
  options: Option[];
  chosen: Option | undefined;
  onPick: (option: Option) => void;
  placeholder: string;
  disabled?: boolean;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
};

/** A list of few options. */
export function PlainSelect({ control, options, chosen, onPick, placeholder, disabled, className, ref }: PickerProps) {
  function pick(value: string) {
    // Radix reports "" when its hidden native select is reset.
    const option = options.find((candidate) => String(candidate.value) === value);
    if (option) onPick(option);
  }
  return (
    <Select value={chosen ? String(chosen.value) : ""} onValueChange={pick} disabled={disabled}>
      <SelectTrigger {...control} ref={ref} className={className}>
        <SelectValue placeholder={placeholder}>{chosen && <OptionText option={chosen} />}</SelectValue>
      </SelectTrigger>
      <SelectContent>
        {groupOptions(options).map(([group, members]) => (
          <SelectGroup key={group}>
            {group && <SelectLabel>{group}</SelectLabel>}
            {members.map((option) => (
              <SelectItem key={option.value} value={String(option.value)} disabled={option.disabled}>
                <OptionText option={option} />
              </SelectItem>
            ))}
          </SelectGroup>
        ))}
      </SelectContent>
    </Select>
  );
}
