import { useTranslations } from "next-intl";
import { useFormContext, useWatch } from "react-hook-form";
import { ModeSwitch } from "@/components/form/choice/mode-switch";
import { CodeField } from "@/components/form/code/code-field";
import type { FieldProps } from "@/components/form/field/field";
import { StringListField } from "@/components/form/list/string-list-field";
import { parseArguments } from "@/lib/template/rules";
import type { SurveyVar } from "@/lib/template/schema";

const parsed = (value: string[] | string): string[] | null =>
  typeof value === "string" ? parseArguments(value.trim() || "[]") : value;

/** The arguments of a field that holds a list, or the JSON text that is edited instead. */
export const argumentsIn = (value: string[] | string): string[] => parsed(value) ?? [];

/** A list of arguments, written one by one or as JSON. */
export function ArgumentsField({ placeholder, ...field }: FieldProps & { placeholder?: string }) {
  const t = useTranslations();
  const { getValues, setValue, setError, clearErrors } = useFormContext();
  const value: string[] | string = useWatch({ name: field.name });
  const isText = typeof value === "string";

  async function names() {
    const variables: SurveyVar[] = getValues("survey_vars");
    return variables.map(({ name }) => name);
  }

  function write(mode: "list" | "json") {
    const list = parsed(value);
    if (!list) return setError(field.name, { type: "custom", message: "templateArgumentsInvalid" });
    clearErrors(field.name);
    setValue(field.name, mode === "json" ? JSON.stringify(list, null, 2) : list, { shouldDirty: true });
  }

  return (
    <div className="relative">
      <ModeSwitch
        label={t("environment.writtenAs")}
        value={isText ? "json" : "list"}
        modes={[
          { value: "list", label: t("form.list") },
          { value: "json", label: t("environment.modes.json") },
        ]}
        onPick={write}
        className="absolute -top-1 right-0"
      />
      {isText ? (
        <CodeField {...field} help={undefined} language="json" rows={4} names={names} />
      ) : (
        <StringListField {...field} placeholder={placeholder} />
      )}
    </div>
  );
}
