import { useTranslations } from "next-intl";
import { SelectField } from "@/components/form/choice/select-field";
import { FormDialog } from "@/components/form/form-dialog";
import { ROLES, type Role } from "@/lib/access/roles";
import { addMember } from "@/lib/member/actions";
import { NewMemberInput } from "@/lib/member/schema";
import type { MinimalUser } from "@/lib/user/schema";

const BLANK: { user_id: number | null; role: Role } = { user_id: null, role: "task_runner" };

type MemberFormProps = {
  projectId: number;
  /** Users who are not members yet. */
  candidates: MinimalUser[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: () => void;
};

export function MemberForm({ projectId, candidates, ...dialog }: MemberFormProps) {
  const t = useTranslations();
  return (
    <FormDialog
      {...dialog}
      title={t("member.new")}
      schema={NewMemberInput}
      defaults={BLANK}
      submit={(input) => addMember({ projectId }, input)}
      submitLabel={t("member.add")}
    >
      <SelectField
        name="user_id"
        label={t("member.user")}
        required
        help={candidates.length === 0 ? t("member.noCandidates") : undefined}
        options={candidates.map(({ id, name, username }) => ({ value: id, label: name, hint: username }))}
      />
      <SelectField
        name="role"
        label={t("member.role")}
        required
        options={ROLES.map((role) => ({
          value: role,
          label: t(`project.role.${role}`),
          hint: t(`member.roleHelp.${role}`),
        }))}
      />
    </FormDialog>
  );
}
