import { Radar } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";

/** Marks a task that looks for drift instead of running its template. */
export function CheckMark() {
  const t = useTranslations("drift");
  return (
    <Badge variant="outline">
      <Radar />
      {t("mark")}
    </Badge>
  );
}
