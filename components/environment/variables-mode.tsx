import { useTranslations } from "next-intl";
import * as RadioGroup from "radix-ui/radio-group";
import { useFormContext, useWatch } from "react-hook-form";
import type { EnvironmentValues } from "@/components/environment/environment-values";
import { jsonOf, rowProblems, rowsOf } from "@/components/environment/variable-rows";
import { cn } from "@/components/ui/cn";
import { parseJsonObject } from "@/lib/protocol/json-object";

const MODES = ["table", "json"] as const;

/** Switches the format of the extra variables; keeps the current one if they can't be converted without loss. */
export function VariablesMode({ className }: { className?: string }) {
  const t = useTranslations("environment");
  const mode: EnvironmentValues["mode"] = useWatch({ name: "mode" });
  const { toTable, toJson } = useSwitchMode();
  return (
    <RadioGroup.Root
      aria-label={t("writtenAs")}
      orientation="horizontal"
      value={mode}
      onValueChange={(next) => (next === "table" ? toTable() : toJson())}
      className={cn("flex gap-0.5 rounded-md border border-border bg-muted p-0.5", className)}
    >
      {MODES.map((value) => (
        <RadioGroup.Item
          key={value}
          value={value}
          className="h-5 rounded-sm px-2 font-medium text-muted-foreground text-xs transition-colors hover:text-foreground disabled:opacity-50 data-[state=checked]:bg-card data-[state=checked]:text-foreground data-[state=checked]:shadow-xs dark:data-[state=checked]:bg-accent"
        >
          {t(`modes.${value}`)}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}

function useSwitchMode() {
  const { getValues, setValue, setError, clearErrors } = useFormContext<EnvironmentValues>();

  function toTable() {
    const { json } = getValues();
    const rows = rowsOf(json.trim() === "" ? "{}" : json);
    if (!rows) {
      return setError("json", { type: "custom", message: parseJsonObject(json) ? "notATable" : "extraVarsNotJson" });
    }
    clearErrors("json");
    setValue("vars", rows, { shouldDirty: true });
    setValue("mode", "table");
  }

  function toJson() {
    const { vars, json } = getValues();
    const problems = rowProblems(vars);
    clearErrors("vars");
    for (const { index, message } of problems) setError(`vars.${index}.name`, { type: "custom", message });
    if (problems.length > 0) return;
    setValue("json", jsonOf(vars, json), { shouldDirty: true });
    setValue("mode", "json");
  }

  return { toTable, toJson };
}
