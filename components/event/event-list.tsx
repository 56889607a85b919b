import Link from "next/link";
import { useTranslations } from "next-intl";
import { EventTable, LiveEventTable } from "@/components/event/event-table";
import { Button } from "@/components/ui/button";
import type { ListedEvent } from "@/lib/event/schema";

type EventListProps = {
  /** Null: events of several projects, or none. */
  projectId: number | null;
  events: ListedEvent[];
  /** Links to older and to the newest events; null if there are none. */
  older: string | null;
  newest: string | null;
};

/** A page of events with links to older and newer ones. */
export function EventList({ projectId, events, older, newest }: EventListProps) {
  const t = useTranslations("event");
  const Table = newest ? EventTable : LiveEventTable;
  return (
    <div className="flex flex-col gap-3">
      <Table projectId={projectId} events={events} />
      {(older || newest) && (
        <nav aria-label={t("further")} className="flex gap-2">
          {newest && (
            <Button asChild variant="ghost">
              <Link href={newest}>{t("newest")}</Link>
            </Button>
          )}
          {older && (
            <Button asChild variant="ghost">
              <Link href={older}>{t("older")}</Link>
            </Button>
          )}
        </nav>
      )}
    </div>
  );
}
