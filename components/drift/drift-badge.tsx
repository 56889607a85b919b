"use client";

import { Diff } from "lucide-react";
import { useTranslations } from "next-intl";
import { Time } from "@/components/format/time";
import { Badge } from "@/components/ui/badge";
import { appFamily } from "@/lib/protocol/app";
import type { DriftStatus } from "@/lib/protocol/drift";

type DriftBadgeProps = {
  drift: { status: DriftStatus; count: number; since: string };
  app: string;
  /** Without the time since when it is unknown: for a row that has it, or where space is short. */
  short?: boolean;
};

/** In sync, drifted: how much, or unknown since when. */
export function DriftBadge({ drift: { status, count, since }, app, short }: DriftBadgeProps) {
  const t = useTranslations("drift");
  if (status === "in_sync") return <Badge variant="success">{t("inSync")}</Badge>;
  if (status === "unknown") {
    if (short) return <Badge variant="outline">{t("unknownShort")}</Badge>;
    return <Badge variant="outline">{t.rich("unknown", { time: () => <Time value={since} clockFirst /> })}</Badge>;
  }
  if (count === 0) return <Badge variant="amber">{t("outputs")}</Badge>;
  const isAnsible = appFamily(app) === "ansible";
  return <Badge variant="amber">{t(isAnsible ? "hosts" : "resources", { count })}</Badge>;
}

/** Marks a task or schedule that looks for drift instead of running its template. */
export function CheckMark() {
  const t = useTranslations("drift");
  return (
    <Badge variant="outline">
      <Diff />
      {t("mark")}
    </Badge>
  );
}
