import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import type { EnvironmentValues } from "@/components/environment/environment-values";
import { VariablesMode } from "@/components/environment/variables-mode";
import { CodeField } from "@/components/form/code/code-field";
import { KeyValueField } from "@/components/form/list/key-value-field";

/** Extra variables, as a table or as JSON. */
export function VariablesField() {
  const t = useTranslations("environment");
  const mode: EnvironmentValues["mode"] = useWatch({ name: "mode" });
  const shared = { label: t("extraVariables"), help: t("extraVariablesHelp") };
  return (
    <div className="relative">
      <VariablesMode className="absolute -top-1 right-0" />
      {mode === "table" ? (
        <KeyValueField name="vars" addLabel={t("addVariable")} {...shared} />
      ) : (
        <CodeField name="json" language="json" rows={9} {...shared} />
      )}
    </div>
  );
}
