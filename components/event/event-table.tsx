"use client";

import { Activity } from "lucide-react";
import { useTranslations } from "next-intl";
import { Time } from "@/components/format/time";
import type { Column } from "@/components/table/column";
import { DataTable } from "@/components/table/data-table";
import type { Event } from "@/lib/event/schema";

const PAGE_SIZE = 20;

/** Events have no id of their own; their place in the list tells them apart. */
type Row = Event & { place: number };

/** Who did what, newest first. */
export function EventTable({ events }: { events: Event[] }) {
  const t = useTranslations("event");
  const columns: Column<Row>[] = [
    {
      key: "created",
      header: t("time"),
      width: 220,
      cell: ({ created }) => <Time value={created} />,
      sort: ({ created }) => created,
      card: "meta",
    },
    {
      key: "username",
      header: t("user"),
      width: 200,
      cell: ({ username }) => username ?? <span className="text-muted-foreground">{t("system")}</span>,
      sort: ({ username }) => username,
      search: ({ username }) => username,
      card: "meta",
    },
    {
      key: "description",
      header: t("description"),
      cell: ({ description }) => <span className="wrap-anywhere">{description}</span>,
      search: ({ description }) => description,
      card: "title",
    },
  ];
  return (
    <DataTable
      rows={events.map((event, place) => ({ ...event, place }))}
      columns={columns}
      rowKey={({ place }) => place}
      label={t("label")}
      pageSize={PAGE_SIZE}
      search
      empty={{ text: t("empty"), icon: <Activity /> }}
    />
  );
}
