import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { holdPages } from "@/components/shell/offline/hold-pages";
import { toast } from "@/components/ui/toast";

const TOAST = { id: "offline", duration: Number.POSITIVE_INFINITY };

/** While the server can't be reached, keeps the page, says so, and opens the next one afterwards. */
export function OfflineGuard() {
  const t = useTranslations("shell.offline");
  const onLost = useEffectEvent(() => toast.warning(t("waiting"), TOAST));
  const onBack = useEffectEvent(() => toast.success(t("back"), { id: TOAST.id }));
  useEffect(() => holdPages({ onLost: () => onLost(), onBack: () => onBack() }), []);
  return null;
}
