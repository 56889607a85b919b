import { useTranslations } from "next-intl";
import { useFormContext, useWatch } from "react-hook-form";
import { SelectField } from "@/components/form/choice/select-field";
import { SOURCES } from "@/lib/integration/schema";

const BODY_TYPES = ["json", "string"] as const;

type SourceFieldsProps = { name: "match_type" | "value_source"; label: string; typeLabel: string };

/** Selects a part of the request; a body also has a format. */
export function SourceFields({ name, label, typeLabel }: SourceFieldsProps) {
  const t = useTranslations("integration");
  const { clearErrors } = useFormContext();
  const source: string = useWatch({ name });
  return (
    <>
      <SelectField
        name={name}
        label={label}
        required
        options={SOURCES.map((value) => ({ value, label: t(`sources.${value}`) }))}
        onPick={() => clearErrors(["body_data_type", "key"])}
      />
      {source === "body" && (
        <SelectField
          name="body_data_type"
          label={typeLabel}
          required
          options={BODY_TYPES.map((value) => ({ value, label: t(`bodyTypes.${value}`) }))}
        />
      )}
    </>
  );
}
