"use client";

import { Plus, Users } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DeleteFlow, useDeleteFlow } from "@/components/dialog/delete-flow";
import { PrefetchOnInteraction } from "@/components/dialog/prefetch-on-interaction";
import { withTexts } from "@/components/language/loaded-texts";
import { LeaveProject } from "@/components/member/leave-project";
import { useMemberColumns } from "@/components/member/use-member-columns";
import { useConsole } from "@/components/shell/console-context";
import { DataTable } from "@/components/table/data-table";
import { RowActions } from "@/components/table/row/row-actions";
import { listOf } from "@/components/table/settings/list";
import { Button } from "@/components/ui/button";
import { removeMember } from "@/lib/member/actions";
import type { Member } from "@/lib/member/schema";
import type { Project } from "@/lib/project/schema";
import type { MinimalUser } from "@/lib/user/schema";

const loadMemberForm = () => withTexts(import("@/components/member/member-form"));
const MemberForm = dynamic(() => loadMemberForm().then((module) => module.MemberForm));

const PAGE_SIZE = 20;

type MemberTableProps = {
  project: Project;
  members: Member[];
  /** Users who are not members yet; for team managers. */
  candidates: MinimalUser[];
  mayManage: boolean;
};

export function MemberTable({ project, members, candidates, mayManage }: MemberTableProps) {
  const t = useTranslations("member");
  const router = useRouter();
  const { user } = useConsole();
  const own = members.find(({ id }) => id === user.id);
  const projectId = project.id;
  const [adding, setAdding] = useState(false);
  const ownRoleReason = ({ id, role }: Member) =>
    id === user.id && role === "owner" && !user.admin ? t("ownRole") : undefined;
  const columns = useMemberColumns(projectId, mayManage, ownRoleReason);
  const deletion = useDeleteFlow<Member>({
    kind: "teamMember",
    projectId,
    name: ({ name }) => name,
    remove: ({ id }) => removeMember({ projectId, userId: id }),
    deletedText: ({ name }) => t("removed", { name }),
  });
  const newButton = mayManage && (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus />
      {t("new")}
    </Button>
  );
  return (
    <>
      <DataTable
        label={t("title")}
        list={listOf("GET /project/:projectId/users", { params: { projectId } })}
        rows={members}
        columns={columns}
        rowKey={({ id }) => id}
        defaultSort="name"
        pageSize={PAGE_SIZE}
        search={members.length > 0}
        actions={
          mayManage
            ? (member) => <RowActions onDelete={() => deletion.ask(member)} keptBecause={ownRoleReason(member)} />
            : undefined
        }
        empty={{ text: t("none"), icon: <Users />, action: newButton }}
        toolbarEnd={
          <>
            {own && <LeaveProject projectId={projectId} projectName={project.name} isOwner={own.role === "owner"} />}
            {members.length > 0 && newButton}
          </>
        }
      />
      <PrefetchOnInteraction open={adding} load={loadMemberForm}>
        <MemberForm
          projectId={projectId}
          candidates={candidates}
          open={adding}
          onOpenChange={setAdding}
          onSaved={() => router.refresh()}
        />
      </PrefetchOnInteraction>
      <DeleteFlow flow={deletion} />
    </>
  );
}
