import { getTranslations } from "next-intl/server";
import { readId } from "@/app/(console)/project/[projectId]/page-params";
import { EventList } from "@/components/event/event-list";
import { ScreenTexts } from "@/components/language/screen-texts";
import { BackToProject } from "@/components/shell/page/back-to-project";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { listMyLastEvents } from "@/lib/event/operations";
import { load } from "@/lib/operation/load";

export async function generateMetadata() {
  const t = await getTranslations("shell");
  return { title: t("global.activity") };
}

/** `before`: the id of an event; the page shows older ones. */
type EventsPage = { searchParams: Promise<{ before?: string }> };

const AT_ONCE = 200;
const HERE = "/events";

/** The events of all the user's projects, and of accounts, runners and the server. */
export default async function EventsPage({ searchParams }: EventsPage) {
  const { before } = await searchParams;
  const [t, events] = await Promise.all([
    getTranslations("shell"),
    load(listMyLastEvents, {}, { before: before ? readId(before) : undefined, limit: AT_ONCE }),
  ]);
  const last = events.length === AT_ONCE ? events.at(-1) : undefined;
  return (
    <ScreenTexts of="activity">
      <PageHeader title={t("global.activity")} icon={<BackToProject />} />
      <PageBody>
        <EventList
          projectId={null}
          events={events}
          older={last ? `${HERE}?before=${last.id}` : null}
          newest={before ? HERE : null}
        />
      </PageBody>
    </ScreenTexts>
  );
}
