import { getTranslations } from "next-intl/server";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { type ProjectPage, readId } from "@/app/(console)/project/[projectId]/page-params";
import { ScreenTexts } from "@/components/language/screen-texts";
import { MemberTable } from "@/components/member/member-table";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { listMembers } from "@/lib/member/operations";
import type { Member } from "@/lib/member/schema";
import { load } from "@/lib/operation/load";
import { listUsers } from "@/lib/user/operations";
import type { MinimalUser } from "@/lib/user/schema";

export async function generateMetadata() {
  const t = await getTranslations("shell.nav");
  return { title: t("team") };
}

export default async function TeamPage({ params }: ProjectPage) {
  const projectId = readId((await params).projectId);
  const [t, { project, can }, members] = await Promise.all([
    getTranslations("shell.nav"),
    projectAccess(projectId),
    load(listMembers, { projectId }),
  ]);
  const mayManage = can("manageUsers");
  return (
    <ScreenTexts of="team">
      <PageHeader title={t("team")} />
      <PageBody>
        <MemberTable
          project={project}
          members={members}
          candidates={mayManage ? await loadCandidates(members) : []}
          mayManage={mayManage}
        />
      </PageBody>
    </ScreenTexts>
  );
}

/** Users who are not members yet, by name. */
async function loadCandidates(members: Member[]): Promise<MinimalUser[]> {
  const users: MinimalUser[] = await load(listUsers, {});
  return users
    .filter(({ id }) => !members.some((member) => member.id === id))
    .map(({ id, name, username }) => ({ id, name, username }))
    .sort((a, b) => a.name.localeCompare(b.name));
}
