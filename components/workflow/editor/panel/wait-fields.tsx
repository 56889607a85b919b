import { useTranslations } from "next-intl";
import { SearchSelect } from "@/components/form/choice/search-select";
import { ownTimeZone } from "@/components/format/format-time";
import { Input } from "@/components/ui/input";
import { DraftField } from "@/components/workflow/editor/panel/draft-input";
import { DURATION } from "@/components/workflow/editor/panel/drafts";
import { PanelField, PanelSwitch } from "@/components/workflow/editor/panel/panel-field";
import type { WorkflowNode } from "@/lib/workflow/schema";

type WaitNode = Extract<WorkflowNode, { kind: "wait" }>;
type WaitFieldsProps = { node: WaitNode; onChange: (node: WaitNode, field: string) => void };

/** A duration, or a time of day. */
export function WaitFields({ node, onChange }: WaitFieldsProps) {
  const t = useTranslations("workflow.editor");
  const zoneLabel = useTranslations("schedule")("timezone");
  const { until } = node;
  const set = (changed: WaitNode["until"], field: string) => onChange({ ...node, until: changed }, field);
  const zones = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
  const options = zones.map((zone) => ({ value: zone, label: zone }));
  return (
    <>
      <PanelSwitch
        path="until"
        label={t("untilTime")}
        value={until !== null}
        onChange={(on) => set(on ? { time: "08:00", zone: ownTimeZone() } : null, "until")}
      />
      {until ? (
        <div className="grid grid-cols-[7rem_1fr] gap-2">
          <PanelField path="until.time" label={t("time")}>
            {(control) => (
              <Input
                {...control}
                type="time"
                value={until.time}
                onChange={(event) => set({ ...until, time: event.target.value }, "until.time")}
              />
            )}
          </PanelField>
          <PanelField path="until.zone" label={zoneLabel}>
            {(control) => (
              <SearchSelect
                control={control}
                options={options}
                chosen={options.find(({ value }) => value === until.zone)}
                onPick={({ value }) => set({ ...until, zone: String(value) }, "until.zone")}
                placeholder={until.zone}
              />
            )}
          </PanelField>
        </div>
      ) : (
        <DraftField
          path="seconds"
          label={t("duration")}
          help={t("durationHelp")}
          value={node.seconds}
          onChange={(seconds) => onChange({ ...node, seconds }, "seconds")}
          of={DURATION}
        />
      )}
    </>
  );
}
