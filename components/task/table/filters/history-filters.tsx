import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { api } from "@/components/api-client";
import type { Option } from "@/components/form/choice/option";
import { DayFilter } from "@/components/task/table/filters/day-filter";
import { FilterSelect } from "@/components/task/table/filters/filter-select";
import { SaveFilter } from "@/components/task/table/filters/save-filter";
import { type FilterChange, useSavedFilters } from "@/components/task/table/filters/use-saved-filters";
import { VersionFilter } from "@/components/task/table/filters/version-filter";
import type { HistoryFilter } from "@/components/task/table/history-query";
import { TASK_STATUSES, TASK_TRIGGERS } from "@/lib/protocol/status";

type HistoryFiltersProps = FilterChange & {
  filter: HistoryFilter;
  /** The filter as it is saved; "" if none is set. */
  query: string;
};

/** Selects tasks; the choice is in the address. Below everything else of its bar, which keeps one line. */
export function HistoryFilters({ filter, query, ...own }: HistoryFiltersProps) {
  const t = useTranslations();
  const { save } = useSavedFilters(own);
  const { templates, people } = useChoices(own.projectId);
  const triggers = {
    user: t("task.columns.user"),
    schedule: t("task.bySchedule"),
    integration: t("task.byIntegration"),
    autorun: t("template.form.autorun"),
  };
  return (
    <div className="order-last grid basis-full grid-cols-[repeat(auto-fill,minmax(7.75rem,1fr))] gap-x-2 gap-y-1.5 rounded-lg border border-border p-2.5">
      <FilterSelect
        name="status"
        label={t("task.columns.status")}
        options={TASK_STATUSES.map((status) => ({ value: status, label: t(`status.${status}`) }))}
        value={filter.status}
      />
      <FilterSelect name="template" label={t("task.columns.template")} options={templates} value={filter.template} />
      <FilterSelect name="user" label={t("task.columns.user")} options={people} value={filter.user} />
      <FilterSelect
        name="trigger"
        label={t("task.filters.trigger")}
        options={TASK_TRIGGERS.map((trigger) => ({ value: trigger, label: triggers[trigger] }))}
        value={filter.trigger}
      />
      <DayFilter name="since" label={t("task.filters.since")} />
      <DayFilter name="until" label={t("task.filters.until")} />
      <VersionFilter label={t("task.columns.version")} />
      {query !== "" && <SaveFilter onSave={(name) => save({ name, query })} />}
    </div>
  );
}

const toOption = ({ id, name }: { id: number; name: string }): Option => ({ value: String(id), label: name });

/** The names to choose from, loaded when the filters are opened. Without them, the other filters still work. */
function useChoices(projectId: number) {
  const [templates, setTemplates] = useState<Option[]>([]);
  const [people, setPeople] = useState<Option[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    const call = { params: { projectId }, signal: leaving.signal };
    const ignore = () => undefined;
    api("GET /project/:projectId/templates", call).then((found) => setTemplates(found.map(toOption)), ignore);
    api("GET /project/:projectId/users", call).then((found) => setPeople(found.map(toOption)), ignore);
    return () => leaving.abort();
  }, [projectId]);
  return { templates, people };
}
