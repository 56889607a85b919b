"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { RefLists } from "@/components/dialog/ref-lists";
import { hasRefs, type Refs } from "@/components/dialog/refs";
import { EventDetails } from "@/components/event/event-details";
import { Sentence } from "@/components/event/event-sentence";
import { Time } from "@/components/format/time";
import { Changed } from "@/components/resource/use-fact-columns";
import { type Resource, type Tile, useTiles } from "@/components/resource/use-tiles";
import { PageSection } from "@/components/shell/page/page-section";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { ListedEvent } from "@/lib/event/schema";

type ResourceDetailsProps = {
  projectId: number;
  resource: Resource;
  refs: Refs;
  events: ListedEvent[];
  /** Links to older events; null if there are none. */
  older: string | null;
};

/** What a resource is, what uses it and what happened to it. */
export function ResourceDetails({ projectId, resource, refs, events, older }: ResourceDetailsProps) {
  const t = useTranslations();
  const changed = { label: t("resource.changed"), value: <Changed facts={resource.facts} /> };
  const tiles: Tile[] = [...useTiles(projectId, resource), changed];
  return (
    <>
      <dl className="flex flex-wrap gap-px overflow-hidden rounded-lg border border-border bg-border">
        {tiles.map(({ label, value, wide }) => (
          <div
            key={label}
            className={cn("flex min-w-0 flex-1 flex-col gap-0.5 bg-card px-3 py-2", wide ? "basis-104" : "basis-60")}
          >
            <dt className="text-muted-foreground text-xs">{label}</dt>
            <dd className="wrap-anywhere min-w-0 text-sm">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="grid items-start gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <PageSection title={t("resource.usedBy")}>
          {hasRefs(refs) ? (
            <div className="grid gap-3">
              <RefLists refs={refs} link={{ projectId }} />
            </div>
          ) : (
            <p className="text-muted-foreground text-sm">{t("resource.unused")}</p>
          )}
        </PageSection>
        <PageSection title={t("project.history")}>
          <History events={events} />
          {older && (
            <Button asChild variant="ghost" className="self-start">
              <Link href={older}>{t("event.older")}</Link>
            </Button>
          )}
        </PageSection>
      </div>
    </>
  );
}

/** Who changed what, newest first. Only managers receive the fields. */
function History({ events }: { events: ListedEvent[] }) {
  const t = useTranslations();
  if (events.length === 0) return <p className="text-muted-foreground text-sm">{t("resource.noHistory")}</p>;
  return (
    <ol className="divide-y divide-border rounded-lg border border-border bg-card">
      {events.map((event) => (
        <li key={event.id}>
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 pt-2.5 text-sm last:pb-2.5">
            <Sentence event={event} />
            <Time value={event.created} className="ml-auto text-muted-foreground text-xs" />
          </p>
          {event.ip !== undefined && <EventDetails event={event} />}
        </li>
      ))}
    </ol>
  );
}
