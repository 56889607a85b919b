import { useTranslations } from "next-intl";
import { DraftField } from "@/components/workflow/editor/panel/draft-input";
import { DURATION, NUMBER } from "@/components/workflow/editor/panel/drafts";
import { PanelSwitch } from "@/components/workflow/editor/panel/panel-field";
import { PickList } from "@/components/workflow/editor/panel/pick-list";
import { TASK_REASONS } from "@/lib/protocol/reasons";
import type { TemplateNode } from "@/lib/workflow/schema";

type RetryFieldsProps = { node: TemplateNode; onChange: (node: TemplateNode, field: string) => void };

const ONCE: NonNullable<TemplateNode["retry"]> = { count: 1, pause_seconds: 10, growth: 1, reasons: [] };

/** Starts a failed task again after a pause. */
export function RetryFields({ node, onChange }: RetryFieldsProps) {
  const t = useTranslations();
  const { retry } = node;
  const set = (changed: TemplateNode["retry"], field: string) => onChange({ ...node, retry: changed }, field);
  return (
    <>
      <PanelSwitch
        path="retry"
        label={t("workflow.editor.retry")}
        value={retry !== null}
        onChange={(on) => set(on ? ONCE : null, "retry")}
      />
      {retry && (
        <div className="flex flex-col gap-3 border-border border-l-2 pl-3">
          <DraftField
            path="retry.count"
            label={t("workflow.editor.times")}
            help={t("workflow.editor.timesHelp")}
            value={retry.count}
            onChange={(count) => set({ ...retry, count }, "retry.count")}
            of={NUMBER}
            inputMode="numeric"
          />
          <div className="grid grid-cols-2 gap-2">
            <DraftField
              path="retry.pause_seconds"
              label={t("workflow.editor.pause")}
              value={retry.pause_seconds}
              onChange={(pause_seconds) => set({ ...retry, pause_seconds }, "retry.pause_seconds")}
              of={DURATION}
              placeholder="0s"
            />
            <DraftField
              path="retry.growth"
              label={t("workflow.editor.growth")}
              value={retry.growth}
              onChange={(growth) => set({ ...retry, growth }, "retry.growth")}
              of={NUMBER}
              inputMode="decimal"
            />
          </div>
          <PickList
            path="retry.reasons"
            label={t("workflow.editor.reasons")}
            options={TASK_REASONS.map((reason) => ({ value: reason, label: t(`reasons.${reason}`) }))}
            chosen={retry.reasons}
            onChange={(reasons) => set({ ...retry, reasons }, "retry.reasons")}
          />
        </div>
      )}
    </>
  );
}
