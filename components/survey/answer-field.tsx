import { useTranslations } from "next-intl";
import { SelectField } from "@/components/form/choice/select-field";
import { PasswordField } from "@/components/form/field/password-field";
import { TextField } from "@/components/form/field/text-field";
import { surveyKind } from "@/lib/template/rules";
import type { SurveyVar } from "@/lib/template/schema";

/** A survey variable's question when a task is started. */
export function AnswerField({ name, variable }: { name: string; variable: SurveyVar }) {
  const t = useTranslations("survey");
  const field = {
    name,
    label: variable.title || variable.name,
    help: variable.description || undefined,
    required: variable.required,
  };
  switch (surveyKind(variable.type)) {
    case "enum":
      return (
        <SelectField
          {...field}
          // An empty value is the same as no answer.
          options={(variable.values ?? [])
            .filter(({ value }) => value !== "")
            .map(({ name: label, value }) => ({ value, label }))}
          clearable
          emptyValue=""
        />
      );
    case "secret":
      return <PasswordField {...field} />;
    case "int":
      return <TextField {...field} inputMode="numeric" placeholder={t("wholeNumber")} />;
    default:
      return <TextField {...field} />;
  }
}
