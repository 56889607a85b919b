import { useTranslations } from "next-intl";
import { useId } from "react";
import { useController } from "react-hook-form";
import { useCreatable } from "@/components/create/create-context";
import { PlainSelect } from "@/components/form/choice/plain-select";
import { GroupField } from "@/components/form/list/group-field";
import { MoveButtons } from "@/components/form/list/move-buttons";
import { Label } from "@/components/ui/label";

type Named = { id: number; name: string };

/** The environments of a template in their order, of which the last has priority. */
export function EnvironmentsField({ environments }: { environments: Named[] }) {
  const t = useTranslations();
  const id = useId();
  const { field } = useController({ name: "environment_ids" });
  const chosen: number[] = field.value;
  const { known, create } = useCreatable(environments, t("environment.new"), (onCreated) => ({
    kind: "environment",
    onCreated,
  }));
  const others = known.filter((environment) => !chosen.includes(environment.id));
  const add = (environmentId: number) => field.onChange([...chosen, environmentId]);
  return (
    <GroupField
      name="environment_ids"
      label={t("template.form.environments")}
      help={t("template.form.environmentsHelp")}
      itemErrors
    >
      {chosen.length > 0 && (
        <ol className="divide-y divide-border rounded-md border border-input">
          {chosen.map((environmentId, index) => (
            <li key={environmentId} className="flex h-10 items-center gap-2 pr-1 pl-3 text-sm">
              <span className="min-w-0 flex-1 truncate">
                {known.find((environment) => environment.id === environmentId)?.name}
              </span>
              <MoveButtons items={chosen} index={index} onChange={field.onChange} />
            </li>
          ))}
        </ol>
      )}
      {(others.length > 0 || create) && (
        <>
          <Label htmlFor={id} className="sr-only">
            {t("template.form.addEnvironment")}
          </Label>
          <PlainSelect
            ref={field.ref}
            control={{ id }}
            options={others.map((environment) => ({ value: environment.id, label: environment.name }))}
            chosen={undefined}
            onPick={({ value }) => add(Number(value))}
            create={create && { label: create.label, onPick: () => create.open(add) }}
            placeholder={t("template.form.addEnvironment")}
          />
        </>
      )}
    </GroupField>
  );
}
