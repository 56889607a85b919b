import { useTranslations } from "next-intl";
import { useId } from "react";
import { useController } from "react-hook-form";
import { PlainSelect } from "@/components/form/choice/plain-select";
import { GroupField } from "@/components/form/list/group-field";
import { MoveButtons } from "@/components/form/list/move-buttons";
import { MissingHint } from "@/components/template/form/missing-hint";
import { Label } from "@/components/ui/label";

type Named = { id: number; name: string };

/** The environments of a template in their order, of which the last has priority. */
export function EnvironmentsField({ environments }: { environments: Named[] }) {
  const t = useTranslations("template.form");
  const id = useId();
  const { field } = useController({ name: "environment_ids" });
  const chosen: number[] = field.value;
  const others = environments.filter((environment) => !chosen.includes(environment.id));
  const help = environments.length === 0 ? <MissingHint kind="environment" /> : t("environmentsHelp");
  return (
    <GroupField name="environment_ids" label={t("environments")} help={help} itemErrors>
      {chosen.length > 0 && (
        <ol className="divide-y divide-border rounded-md border border-input">
          {chosen.map((environmentId, index) => (
            <li key={environmentId} className="flex h-10 items-center gap-2 pr-1 pl-3 text-sm">
              <span className="min-w-0 flex-1 truncate">
                {environments.find((environment) => environment.id === environmentId)?.name}
              </span>
              <MoveButtons items={chosen} index={index} onChange={field.onChange} />
            </li>
          ))}
        </ol>
      )}
      {others.length > 0 && (
        <>
          <Label htmlFor={id} className="sr-only">
            {t("addEnvironment")}
          </Label>
          <PlainSelect
            ref={field.ref}
            control={{ id }}
            options={others.map((environment) => ({ value: environment.id, label: environment.name }))}
            chosen={undefined}
            onPick={({ value }) => field.onChange([...chosen, value])}
            placeholder={t("addEnvironment")}
          />
        </>
      )}
    </GroupField>
  );
}
