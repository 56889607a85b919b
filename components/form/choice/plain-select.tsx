import { Plus } from "lucide-react";
import type { Ref } from "react";
import { CREATE, groupOptions, type Option, OptionText, useCreateEntry } from "@/components/form/choice/option";
import type { ControlProps } from "@/components/form/field/field";
import {
  Select,
  SelectContent,
  SelectGroup,
  SelectItem,
  SelectLabel,
  SelectSeparator,
  SelectTrigger,
  SelectValue,
} from "@/components/ui/select";

export type PickerProps = {
  control: ControlProps;
  options: Option[];
  chosen: Option | undefined;
  onPick: (option: Option) => void;
  /** The last entry. */
  create?: { label: string; onPick: () => void };
  placeholder: string;
  disabled?: boolean;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
};

/** A select without search, for few options. */
export function PlainSelect({ options, chosen, onPick, create, ...props }: PickerProps) {
  const { control, placeholder, disabled, className, ref } = props;
  const { choose, onCloseAutoFocus } = useCreateEntry(create);
  // Identifies options by index, because Radix uses "" for no selection and some options have that value.
  const place = (option: Option) => String(options.indexOf(option));

  function pick(value: string) {
    if (value === CREATE) return choose();
    // Radix reports "" when its hidden native select is reset.
    const option = value === "" ? undefined : options[Number(value)];
    if (option) onPick(option);
  }
  return (
    <Select value={chosen ? place(chosen) : ""} onValueChange={pick} disabled={disabled}>
      <SelectTrigger {...control} ref={ref} className={className}>
        <SelectValue placeholder={placeholder}>{chosen && <OptionText option={chosen} />}</SelectValue>
      </SelectTrigger>
      <SelectContent onCloseAutoFocus={onCloseAutoFocus}>
        {groupOptions(options).map(([group, members]) => (
          <SelectGroup key={group}>
            {group && <SelectLabel>{group}</SelectLabel>}
            {members.map((option) => (
              <SelectItem key={option.value} value={place(option)} disabled={option.disabled}>
                <OptionText option={option} />
              </SelectItem>
            ))}
          </SelectGroup>
        ))}
        {create && (
          <>
            {options.length > 0 && <SelectSeparator />}
            <SelectItem value={CREATE}>
              <span className="flex items-center gap-2">
                <Plus />
                {create.label}
              </span>
            </SelectItem>
          </>
        )}
      </SelectContent>
    </Select>
  );
}
