import { Check, ChevronsUpDown, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CREATE, groupOptions, OptionText, useCreateEntry } from "@/components/form/choice/option";
import type { PickerProps } from "@/components/form/choice/plain-select";
import { cn } from "@/components/ui/cn";
import { Command, CommandEmpty, CommandGroup, CommandInput, CommandItem, CommandList } from "@/components/ui/command";
import { controlClasses } from "@/components/ui/input";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";

/** For Command: what contains the searched text, wherever it stands. */
export const contains = (_value: string, search: string, keywords: string[] = []) =>
  keywords.join(" ").toLowerCase().includes(search.trim().toLowerCase()) ? 1 : 0;

/** Matches like `contains`, but keeps the entry that creates another last, whatever is typed. */
const scoreOf = (value: string, search: string, keywords?: string[]) =>
  value === CREATE ? 0.1 : contains(value, search, keywords);

/** A select with a search box, for many options. */
export function SearchSelect({ options, chosen, onPick, create, ...props }: PickerProps) {
  const { control, placeholder, disabled, className, ref } = props;
  const t = useTranslations("common");
  const [open, setOpen] = useState(false);
  const { choose, onCloseAutoFocus } = useCreateEntry(create);
  return (
    // Modal, otherwise the mouse wheel can't scroll the list inside a dialog.
    <Popover modal open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <button
          {...control}
          ref={ref}
          type="button"
          role="combobox"
          aria-expanded={open}
          aria-haspopup="listbox"
          disabled={disabled}
          className={cn(controlClasses, "flex h-8 items-center justify-between gap-2 px-2.5 text-left", className)}
        >
          {chosen ? (
            <OptionText option={chosen} />
          ) : (
            <span className="truncate text-muted-foreground">{placeholder}</span>
          )}
          <ChevronsUpDown className="size-4 shrink-0 text-muted-foreground" />
        </button>
      </PopoverTrigger>
      <PopoverContent
        aria-label={t("search")}
        className="w-(--radix-popover-trigger-width) min-w-56 p-0"
        onCloseAutoFocus={onCloseAutoFocus}
      >
        <Command filter={scoreOf} defaultValue={chosen ? String(chosen.value) : undefined}>
          <CommandInput placeholder={t("search")} />
          <CommandList>
            <CommandEmpty>{t("noMatch")}</CommandEmpty>
            {groupOptions(options).map(([group, members]) => (
              <CommandGroup key={group} heading={group || undefined}>
                {members.map((option) => (
                  <CommandItem
                    key={option.value}
                    value={String(option.value)}
                    keywords={[option.label, option.hint ?? ""]}
                    disabled={option.disabled}
                    onSelect={() => {
                      setOpen(false);
                      onPick(option);
                    }}
                  >
                    <OptionText option={option} />
                    {option === chosen && <Check className="ml-auto" />}
                  </CommandItem>
                ))}
              </CommandGroup>
            ))}
            {create && (
              <CommandGroup className="mt-1 border-border border-t pt-1">
                <CommandItem
                  value={CREATE}
                  onSelect={() => {
                    choose();
                    setOpen(false);
                  }}
                >
                  <Plus />
                  {create.label}
                </CommandItem>
              </CommandGroup>
            )}
          </CommandList>
        </Command>
      </PopoverContent>
    </Popover>
  );
}
