import { useTranslations } from "next-intl";
import { PlainSelect } from "@/components/form/choice/plain-select";
import { PanelField } from "@/components/workflow/editor/panel/panel-field";
import type { WorkflowEdge } from "@/lib/workflow/schema";

const ENDS = ["success", "failure", "always"] as const;

type EdgeEndSelectProps = { value: WorkflowEdge["on"]; onChange: (on: WorkflowEdge["on"]) => void };

/** After which end of its source an edge holds. */
export function EdgeEndSelect({ value, onChange }: EdgeEndSelectProps) {
  const t = useTranslations("workflow");
  const options = ENDS.map((end) => ({ value: end, label: t(`edges.${end}`) }));
  return (
    <PanelField path="on" label={t("editor.when")}>
      {(control) => (
        <PlainSelect
          control={control}
          options={options}
          chosen={options.find((option) => option.value === value)}
          onPick={(option) => onChange(ENDS.find((end) => end === option.value) ?? value)}
          placeholder=""
          className="min-w-32"
        />
      )}
    </PanelField>
  );
}
