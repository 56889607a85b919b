import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { type ProjectPage, readId } from "@/app/(console)/project/[projectId]/page-params";
import { EventList } from "@/components/event/event-list";
import { ScreenTexts } from "@/components/language/screen-texts";
import { DashboardTabs } from "@/components/project/dashboard-tabs";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { listLastEvents } from "@/lib/event/operations";
import { load } from "@/lib/operation/load";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("project");
  return { title: t("activity") };
}

/** `before`: the id of an event; the page shows older ones. */
type ActivityPage = ProjectPage & { searchParams: Promise<{ before?: string }> };

const AT_ONCE = 200;

export default async function Page({ params, searchParams }: ActivityPage) {
  const t = await getTranslations("shell.nav");
  const projectId = readId((await params).projectId);
  const { before } = await searchParams;
  const { project, can } = await projectAccess(projectId);
  const events = await load(
    listLastEvents,
    { projectId },
    { before: before ? readId(before) : undefined, limit: AT_ONCE },
  );
  const last = events.length === AT_ONCE ? events.at(-1) : undefined;
  const here = `/project/${projectId}/activity`;
  return (
    <ScreenTexts of="activity">
      <PageHeader title={t("dashboard")} />
      <DashboardTabs
        projectId={projectId}
        active="activity"
        maySettings={can("updateProject")}
        ordinary={project.type === ""}
      />
      <PageBody>
        <EventList
          {...{ projectId, events }}
          older={last ? `${here}?before=${last.id}` : null}
          newest={before ? here : null}
        />
      </PageBody>
    </ScreenTexts>
  );
}
