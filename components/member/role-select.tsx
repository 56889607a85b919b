import { useTranslations } from "next-intl";
import { useSavedChoice } from "@/components/table/use-saved-choice";
import { Hint } from "@/components/ui/hint";
import { LazySelect } from "@/components/ui/lazy-select";
import { isRole, ROLES } from "@/lib/access/roles";
import { updateMember } from "@/lib/member/actions";
import type { Member } from "@/lib/member/schema";

type RoleSelectProps = {
  projectId: number;
  member: Member;
  /** Why it can't be changed; shown as a tooltip. */
  fixedBecause?: string;
};

/** A member's role, saved on selection. */
export function RoleSelect({ projectId, member: { id, name, role }, fixedBecause }: RoleSelectProps) {
  const t = useTranslations();
  const [shown, choose] = useSavedChoice(role, (next) => updateMember({ projectId, userId: id }, { role: next }));
  return (
    <Hint text={fixedBecause}>
      <span className="inline-block w-40">
        <LazySelect
          label={t("member.roleOf", { name })}
          options={ROLES.map((slug) => ({ value: slug, text: t(`project.role.${slug}`) }))}
          value={shown}
          onPick={(next) => isRole(next) && choose(next)}
          disabled={fixedBecause !== undefined}
        />
      </span>
    </Hint>
  );
}
