import { useTranslations } from "next-intl";
import { useFormContext, useWatch } from "react-hook-form";
import type { EnvironmentValues } from "@/components/environment/environment-values";
import { jsonOf, rowProblems, rowsOf } from "@/components/environment/variable-rows";
import { ModeSwitch } from "@/components/form/choice/mode-switch";
import { parseJsonObject } from "@/lib/protocol/json-object";

const MODES = ["table", "json"] as const;

/** Switches the format of the extra variables; keeps the current one if they can't be converted without loss. */
export function VariablesMode({ className }: { className?: string }) {
  const t = useTranslations("environment");
  const mode: EnvironmentValues["mode"] = useWatch({ name: "mode" });
  const { toTable, toJson } = useSwitchMode();
  return (
    <ModeSwitch
      label={t("writtenAs")}
      value={mode}
      modes={MODES.map((value) => ({ value, label: t(`modes.${value}`) }))}
      onPick={(next) => (next === "table" ? toTable() : toJson())}
      className={className}
    />
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
