import { useTranslations } from "next-intl";
import { PlainSelect } from "@/components/form/choice/plain-select";
import { Textarea } from "@/components/ui/textarea";
import { useWorkflowEditor } from "@/components/workflow/editor/editor-context";
import { DraftField } from "@/components/workflow/editor/panel/draft-input";
import { DURATION } from "@/components/workflow/editor/panel/drafts";
import { PanelField, PanelSwitch } from "@/components/workflow/editor/panel/panel-field";
import { PickList } from "@/components/workflow/editor/panel/pick-list";
import { ROLES } from "@/lib/access/roles";
import type { WorkflowNode } from "@/lib/workflow/schema";

type ApprovalNode = Extract<WorkflowNode, { kind: "approval" }>;
type ApprovalFieldsProps = { node: ApprovalNode; onChange: (node: ApprovalNode, field: string) => void };

/** Guests may not run tasks. */
const DECIDING_ROLES = ROLES.filter((role) => role !== "guest");
const VALUE_EXAMPLE = `\${{ inputs.version }}`;
const DECISIONS = ["reject", "approve"] as const;

/** What is asked, who decides, and until when. */
export function ApprovalFields({ node, onChange }: ApprovalFieldsProps) {
  const t = useTranslations();
  const { resources } = useWorkflowEditor();
  return (
    <>
      <PanelField
        path="text"
        label={t("workflow.editor.question")}
        help={t("workflow.editor.questionHelp", { example: VALUE_EXAMPLE })}
      >
        {(control) => (
          <Textarea
            {...control}
            value={node.text}
            onChange={(event) => onChange({ ...node, text: event.target.value }, "text")}
          />
        )}
      </PanelField>
      <PickList
        path="roles"
        label={t("workflow.editor.roles")}
        help={t("workflow.editor.rolesHelp")}
        options={DECIDING_ROLES.map((role) => ({ value: role, label: t(`project.role.${role}`) }))}
        chosen={node.roles}
        onChange={(roles) => onChange({ ...node, roles }, "roles")}
      />
      <PickList
        path="user_ids"
        label={t("workflow.editor.members")}
        options={resources.members.map(({ id, name }) => ({ value: id, label: name }))}
        missing={t("workflow.editor.removedMember")}
        chosen={node.user_ids}
        onChange={(user_ids) => onChange({ ...node, user_ids }, "user_ids")}
      />
      <PanelSwitch
        path="not_starter"
        label={t("workflow.editor.notStarter")}
        value={node.not_starter}
        onChange={(not_starter) => onChange({ ...node, not_starter }, "not_starter")}
      />
      <Deadline node={node} onChange={onChange} />
    </>
  );
}

function Deadline({ node, onChange }: ApprovalFieldsProps) {
  const t = useTranslations("workflow");
  const options = DECISIONS.map((value) => ({ value, label: t(`approval.${value}`) }));
  return (
    <div className="grid grid-cols-2 gap-2">
      <DraftField
        path="deadline_seconds"
        label={t("editor.deadline")}
        help={t("editor.durationHelp")}
        value={node.deadline_seconds}
        onChange={(deadline_seconds) => onChange({ ...node, deadline_seconds }, "deadline_seconds")}
        of={DURATION}
      />
      {node.deadline_seconds !== 0 && (
        <PanelField path="on_deadline" label={t("editor.onDeadline")}>
          {(control) => (
            <PlainSelect
              control={control}
              options={options}
              chosen={options.find(({ value }) => value === node.on_deadline)}
              onPick={({ value }) =>
                onChange({ ...node, on_deadline: value === "approve" ? "approve" : "reject" }, "on_deadline")
              }
              placeholder=""
            />
          )}
        </PanelField>
      )}
    </div>
  );
}
