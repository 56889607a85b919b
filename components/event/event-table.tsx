"use client";

import { Activity } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { EventDetails } from "@/components/event/event-details";
import { EventSentence } from "@/components/event/event-sentence";
import { KindFilter, useKindName } from "@/components/event/kind-filter";
import { Dash } from "@/components/format/dash";
import { Name } from "@/components/format/name";
import { Time } from "@/components/format/time";
import { usePolled } from "@/components/live/use-polled";
import { useTaskUpdates } from "@/components/live/use-task-updates";
import type { Column } from "@/components/table/columns/column";
import { DataTable } from "@/components/table/data-table";
import { listOf } from "@/components/table/settings/list";
import { useUrlState } from "@/components/table/use-url-state";
import type { ListedEvent } from "@/lib/event/schema";

const PAGE_SIZE = 20;

const POLL_SECONDS = 10;

type EventTableProps = {
  /** Null: events of several projects, or none. */
  projectId: number | null;
  events: ListedEvent[];
};

/** The newest events, as they happen. The page is refreshed, because the API shows less of an event than it does. */
export function LiveEventTable(props: EventTableProps) {
  const router = useRouter();
  const [, refresh] = usePolled({ initial: null, load: async () => router.refresh() ?? null, seconds: POLL_SECONDS });
  useTaskUpdates(refresh, refresh);
  return <EventTable {...props} />;
}

/** Audit events, newest first; managers can expand the details. */
export function EventTable({ projectId, events }: EventTableProps) {
  const t = useTranslations("event");
  const [kind, setKind] = useUrlState("kind");
  const columns = useEventColumns(projectId === null);
  const query = { object_type: kind ?? undefined };
  const list =
    projectId === null
      ? { ...listOf("GET /events", {}), isPart: kind !== null, isPage: true }
      : { ...listOf("GET /project/:projectId/events", { params: { projectId }, query }), isPage: true };
  const inDetail = events.some(({ ip }) => ip !== undefined);
  return (
    <DataTable
      rows={kind ? events.filter(({ object_type }) => object_type === kind) : events}
      columns={columns}
      rowKey={({ id }) => id}
      label={t("label")}
      list={list}
      pageSize={PAGE_SIZE}
      search
      toolbar={
        events.length > 0 && (
          <KindFilter kinds={events.map(({ object_type }) => object_type)} kind={kind} onPick={setKind} />
        )
      }
      expand={inDetail ? (event) => <EventDetails event={event} /> : undefined}
      empty={{ text: t("empty"), icon: <Activity /> }}
    />
  );
}

function useEventColumns(everywhere: boolean): Column<ListedEvent>[] {
  const t = useTranslations("event");
  const kindName = useKindName();
  const project: Column<ListedEvent> = {
    key: "project",
    header: t("project"),
    width: 200,
    cell: ({ project_id, project_name }) => <EventProject id={project_id} name={project_name} />,
    sort: ({ project_name }) => project_name,
    search: ({ project_name }) => project_name,
    card: "meta",
  };
  return [
    {
      key: "created",
      header: t("time"),
      width: 220,
      cell: ({ created }) => <Time value={created} />,
      sort: ({ created }) => created,
      card: "meta",
    },
    {
      key: "description",
      header: t("description"),
      cell: (event) => <EventSentence event={event} />,
      search: ({ user_name, username, description, object_name }) =>
        `${user_name ?? t("system")} ${username ?? ""} ${description} ${object_name}`,
      card: "title",
    },
    {
      key: "kind",
      header: t("kind"),
      width: 140,
      cell: ({ object_type }) => kindName(object_type),
      sort: ({ object_type }) => kindName(object_type),
      card: "meta",
    },
    ...(everywhere ? [project] : []),
  ];
}

function EventProject({ id, name }: { id: number | null; name: string | null }) {
  if (id === null || name === null) return <Dash />;
  return (
    <Link href={`/project/${id}/activity`} prefetch={false} className="block max-w-50 rounded-sm hover:underline">
      <Name text={name} />
    </Link>
  );
}
