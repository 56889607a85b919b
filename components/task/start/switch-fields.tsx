import { useTranslations } from "next-intl";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import type { LaunchField } from "@/lib/template/rules/launch";

const SWITCHES = [
  ["debug", "debug"],
  ["dry_run", "dryRun"],
  ["diff", "diff"],
] as const;

type Fields = ReadonlySet<LaunchField>;

export const hasSwitches = (fields: Fields): boolean => SWITCHES.some(([field]) => fields.has(field));

/** The task options that are on or off, in one row; `within`: the name of the form's object that holds them. */
export function SwitchFields({ fields, within }: { fields: Fields; within?: string }) {
  const t = useTranslations("task.form");
  if (!hasSwitches(fields)) return null;
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2">
      {SWITCHES.filter(([field]) => fields.has(field)).map(([field, label]) => (
        <CheckboxField key={field} name={within ? `${within}.${field}` : field} label={t(label)} />
      ))}
    </div>
  );
}
