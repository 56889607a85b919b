import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { api } from "@/components/api-client";
import type { EnvironmentValues } from "@/components/environment/environment-values";
import { VariablesMode } from "@/components/environment/variables-mode";
import { CodeField } from "@/components/form/code/code-field";
import { KeyValueField } from "@/components/form/list/key-value-field";

/** The variables that the project's templates ask for. */
async function surveyNames(projectId: number): Promise<string[]> {
  const templates = await api("GET /project/:projectId/templates", { params: { projectId } });
  const names = templates.flatMap(({ survey_vars }) => survey_vars ?? []).map(({ name }) => name);
  return [...new Set(names)].toSorted();
}

/** Extra variables, as a table or as JSON. */
export function VariablesField({ projectId }: { projectId: number }) {
  const t = useTranslations("environment");
  const mode: EnvironmentValues["mode"] = useWatch({ name: "mode" });
  const shared = { label: t("extraVariables"), help: t("extraVariablesHelp") };
  return (
    <div className="relative">
      <VariablesMode className="absolute -top-1 right-0" />
      {mode === "table" ? (
        <KeyValueField name="vars" addLabel={t("addVariable")} {...shared} />
      ) : (
        <CodeField name="json" language="json" rows={9} names={() => surveyNames(projectId)} {...shared} />
      )}
    </div>
  );
}
