import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { statusShape, type Tone } from "@/components/status/status-shape";
import { type Layer, showInTab } from "@/components/task/tab-title";
import type { TaskReason } from "@/lib/protocol/reasons";
import type { TaskStatus } from "@/lib/protocol/status";
import type { TaskDetail } from "@/lib/task/schema";

type TabTask = Pick<TaskDetail, "id" | "status" | "reason" | "tpl_alias">;

/** While a task is open, the tab's icon shows its status, and the title its number and status. */
export function useTabStatus(layer: Layer, { id, status, reason, tpl_alias }: TabTask): void {
  const t = useTranslations();
  const title = t("task.tabTitle", { id, status: t(`status.${status}`), template: tpl_alias });
  const icon = statusIconUrl(status, reason);
  useEffect(() => showInTab(layer, { title, icon }), [layer, title, icon]);
}

/* A tab icon has no CSS variables: fixed colours that are visible on light and dark. */
const COLOURS: Record<Tone, string> = {
  waiting: "#7d868c",
  amber: "#d9902f",
  running: "#17a2a2",
  success: "#2f9e57",
  error: "#dd4a41",
};

/** The status icon as an SVG data URL, for the tab icon. */
export function statusIconUrl(status: TaskStatus, reason: TaskReason | null = null): string {
  const { tone, ring, fill, glyph, glyphInTone } = statusShape(status, reason);
  const colour = COLOURS[tone];
  const parts = [
    ring && `<circle cx="8" cy="8" r="${7 - ring / 2}" fill="none" stroke="${colour}" stroke-width="${ring}"/>`,
    fill && `<path d="${fill}" fill="${colour}"/>`,
    glyph &&
      `<path d="${glyph}" fill="none" stroke="${glyphInTone ? colour : "#fff"}" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"/>`,
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${parts.filter(Boolean).join("")}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
