import { useTranslations } from "next-intl";
import { DraftField } from "@/components/workflow/editor/panel/draft-input";
import { NUMBER } from "@/components/workflow/editor/panel/drafts";
import { PanelSwitch } from "@/components/workflow/editor/panel/panel-field";
import { ValueField } from "@/components/workflow/editor/panel/value-field";
import type { TemplateNode } from "@/lib/workflow/schema";

type MatrixFieldsProps = { node: TemplateNode; onChange: (node: TemplateNode, field: string) => void };

/** Runs the node once for each item of a list. */
export function MatrixFields({ node, onChange }: MatrixFieldsProps) {
  const t = useTranslations("workflow.editor");
  const { matrix } = node;
  const set = (changed: TemplateNode["matrix"], field: string) => onChange({ ...node, matrix: changed }, field);
  return (
    <>
      <PanelSwitch
        path="matrix"
        label={t("matrix")}
        value={matrix !== null}
        onChange={(on) => set(on ? { items: { value: [] }, parallel: 0, fail_fast: false } : null, "matrix")}
      />
      {matrix && (
        <div className="flex flex-col gap-3 border-border border-l-2 pl-3">
          <ValueField
            path="matrix.items"
            label={t("items")}
            kind="list"
            modes={["value", "expression"]}
            value={matrix.items}
            onChange={(items) => items && set({ ...matrix, items }, "matrix.items")}
          />
          <DraftField
            path="matrix.parallel"
            label={t("parallel")}
            help={t("parallelHelp")}
            value={matrix.parallel}
            onChange={(parallel) => set({ ...matrix, parallel }, "matrix.parallel")}
            of={NUMBER}
            inputMode="numeric"
          />
          <PanelSwitch
            path="matrix.fail_fast"
            label={t("failFast")}
            value={matrix.fail_fast}
            onChange={(fail_fast) => set({ ...matrix, fail_fast }, "matrix.fail_fast")}
          />
        </div>
      )}
    </>
  );
}
