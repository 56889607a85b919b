import { useTranslations } from "next-intl";
import { useState } from "react";
import { useController } from "react-hook-form";
import { FieldNotes } from "@/components/form/field/field";
import { BoxGroup } from "@/components/schedule/cron/box-group";
import {
  boxesOf,
  cronOf,
  type Guided,
  groupsOf,
  guidedOf,
  NO_BOXES,
  TIMINGS,
  type Timing,
  toggled,
  withTiming,
} from "@/components/schedule/cron/guided-cron";
import { Alert } from "@/components/ui/alert";
import { cn } from "@/components/ui/cn";

/** The cron expression as checkboxes; the form's field holds the text. */
export function GuidedFields() {
  const t = useTranslations("schedule");
  const { field } = useController({ name: "cron_format" });
  const text: string = field.value ?? "";
  // A timing without a selected checkbox leaves no trace in the expression.
  const [chosen, setChosen] = useState<{ text: string; timing: Timing } | null>(null);
  const read = guidedOf(text);
  const guided = { ...(read ?? NO_BOXES), ...(chosen?.text === text && { timing: chosen.timing }) };

  function change(next: Guided) {
    const written = cronOf(next);
    setChosen({ text: written, timing: next.timing });
    field.onChange(written);
  }

  return (
    <div data-field="cron_format" className="flex flex-col gap-4">
      {!read && text.trim() !== "" && (
        <Alert variant="amber">{t.rich("notGuided", { text: () => <code className="font-mono">{text}</code> })}</Alert>
      )}
      <fieldset>
        <legend className="mb-1.5 font-medium text-sm">{t("timing")}</legend>
        <div className="flex flex-wrap gap-1">
          {TIMINGS.map((timing) => (
            <button
              key={timing}
              type="button"
              aria-pressed={guided.timing === timing}
              onClick={() => change(withTiming(guided, timing))}
              className={cn(
                "h-7 rounded-md border border-input px-2.5 text-muted-foreground text-sm transition-colors hover:text-foreground",
                guided.timing === timing && "border-primary bg-primary-soft font-medium text-primary-text",
              )}
            >
              {t(`timings.${timing}`)}
            </button>
          ))}
        </div>
      </fieldset>
      {groupsOf(guided).map((group) => (
        <BoxGroup
          key={group}
          group={group}
          values={boxesOf(guided, group)}
          ticked={guided[group]}
          onToggle={(value) => change(toggled(guided, group, value))}
        />
      ))}
      <FieldNotes
        id="guided-cron"
        error={null}
        help={t.rich("asText", { text: () => <code className="font-mono text-foreground">{text}</code> })}
      />
    </div>
  );
}
