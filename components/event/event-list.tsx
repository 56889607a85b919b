import Link from "next/link";
import { useTranslations } from "next-intl";
import { EventTable } from "@/components/event/event-table";
import { Button } from "@/components/ui/button";
import type { ListedEvent } from "@/lib/event/schema";

type EventListProps = {
  events: ListedEvent[];
  /** Where the events go on, and where they begin; null when there are no more. */
  older: string | null;
  newest: string | null;
  /** Of several projects, and of none. */
  everywhere?: boolean;
};

/** A stretch of events with the ways to the ones before and after. */
export function EventList({ events, older, newest, everywhere }: EventListProps) {
  const t = useTranslations("event");
  return (
    <div className="flex flex-col gap-3">
      <EventTable events={events} everywhere={everywhere} />
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
