"use client";

import { CalendarClock, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { DeleteFlow, useDeleteFlow } from "@/components/dialog/delete-flow";
import { PrefetchOnInteraction } from "@/components/dialog/prefetch-on-interaction";
import { useItemDialog } from "@/components/dialog/use-item-dialog";
import { withTexts } from "@/components/language/loaded-texts";
import type { DescribedSchedule } from "@/components/schedule/cron/described-schedules";
import { FireHistory } from "@/components/schedule/fire-history";
import type { TemplateChoice } from "@/components/schedule/schedule-fields";
import { useScheduleColumns } from "@/components/schedule/use-schedule-columns";
import { DataTable } from "@/components/table/data-table";
import { RowActions } from "@/components/table/row/row-actions";
import { listOf } from "@/components/table/settings/list";
import { Button } from "@/components/ui/button";
import { deleteSchedule } from "@/lib/schedule/actions";

const loadScheduleForm = () => withTexts(import("@/components/schedule/schedule-form"));
const ScheduleForm = dynamic(() => loadScheduleForm().then((module) => module.ScheduleForm));

type ScheduleTableProps = {
  projectId: number;
  schedules: DescribedSchedule[];
  templates: TemplateChoice[];
  mayManage: boolean;
};

export function ScheduleTable({ projectId, schedules, templates, mayManage }: ScheduleTableProps) {
  const t = useTranslations();
  const columns = useScheduleColumns(projectId, mayManage);
  const form = useItemDialog<DescribedSchedule>();
  const deletion = useDeleteFlow<DescribedSchedule>({
    kind: "schedule",
    projectId,
    name: (schedule) => schedule.name || schedule.tpl_name,
    remove: (schedule) => deleteSchedule({ projectId, scheduleId: schedule.id }),
  });
  const newButton = mayManage && (
    <Button variant="primary" onClick={form.create}>
      <Plus />
      {t("schedule.new")}
    </Button>
  );
  return (
    <>
      <DataTable
        label={t("shell.nav.schedule")}
        list={listOf("GET /project/:projectId/schedules", { params: { projectId } })}
        rows={schedules}
        columns={columns}
        rowKey={(schedule) => schedule.id}
        defaultSort="name"
        search={schedules.length > 0}
        onOpen={mayManage ? form.edit : undefined}
        actions={
          mayManage
            ? (schedule) => <RowActions onEdit={() => form.edit(schedule)} onDelete={() => deletion.ask(schedule)} />
            : undefined
        }
        expand={(schedule) => <FireHistory projectId={projectId} scheduleId={schedule.id} />}
        empty={{ text: t("schedule.none"), icon: <CalendarClock />, action: newButton }}
        toolbarEnd={schedules.length > 0 && newButton}
      />
      <PrefetchOnInteraction open={form.dialog.open} load={loadScheduleForm}>
        <ScheduleForm {...{ projectId, templates }} item={form.item} {...form.dialog} />
      </PrefetchOnInteraction>
      <DeleteFlow flow={deletion} />
    </>
  );
}
