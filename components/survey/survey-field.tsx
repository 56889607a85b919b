import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useController } from "react-hook-form";
import { GroupField } from "@/components/form/list/group-field";
import { MoveButtons } from "@/components/form/list/move-buttons";
import { SurveyVariableDialog } from "@/components/survey/survey-variable-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { surveyKind } from "@/lib/template/rules";
import type { SurveyVar } from "@/lib/template/schema";

/** The template's survey, asked before a task starts. */
export function SurveyField({ name }: { name: string }) {
  const t = useTranslations("survey");
  const { field } = useController({ name });
  const variables: SurveyVar[] = field.value ?? [];
  const [editing, setEditing] = useState<{ index: number; open: boolean }>({ index: 0, open: false });

  const keep = (variable: SurveyVar) =>
    field.onChange(
      editing.index < variables.length ? variables.with(editing.index, variable) : [...variables, variable],
    );

  return (
    <GroupField name={name} label={t("label")} help={t("help")}>
      {variables.length > 0 && (
        <ul className="divide-y divide-border rounded-md border border-input">
          {variables.map((variable, index) => (
            <VariableRow
              key={variable.name}
              variable={variable}
              onEdit={() => setEditing({ index, open: true })}
              moves={<MoveButtons items={variables} index={index} onChange={field.onChange} />}
            />
          ))}
        </ul>
      )}
      <Button size="sm" className="self-start" onClick={() => setEditing({ index: variables.length, open: true })}>
        <Plus />
        {t("add")}
      </Button>
      <SurveyVariableDialog
        open={editing.open}
        onOpenChange={(open) => setEditing({ ...editing, open })}
        variable={variables[editing.index] ?? null}
        others={variables.toSpliced(editing.index, 1).map((variable) => variable.name)}
        onKeep={keep}
      />
    </GroupField>
  );
}

type VariableRowProps = { variable: SurveyVar; onEdit: () => void; moves: ReactNode };

function VariableRow({ variable, onEdit, moves }: VariableRowProps) {
  const t = useTranslations();
  return (
    <li className="flex h-10 items-center gap-2 pr-1 pl-3 text-sm">
      <button type="button" onClick={onEdit} className="flex min-w-0 flex-1 items-baseline gap-2 rounded-sm text-left">
        <span className="truncate font-medium">{variable.title}</span>
        <code className="truncate font-mono text-muted-foreground text-xs">{variable.name}</code>
      </button>
      <Badge variant="outline">{t(`survey.types.${surveyKind(variable.type)}`)}</Badge>
      {variable.required && <Badge>{t("survey.required")}</Badge>}
      {moves}
    </li>
  );
}
