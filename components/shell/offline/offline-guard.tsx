import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { hasUnsaved } from "@/components/form/unsaved";
import { holdScripts } from "@/components/problem/hold-scripts";
import { holdPages } from "@/components/shell/offline/hold-pages";
import { toast } from "@/components/ui/toast";

const TOAST = { id: "offline", duration: Number.POSITIVE_INFINITY };

/**
 * While the server can't be reached, keeps the page, says so, and opens afterwards what was asked for: the next page, or
 * a part of this one. It is not loaded on demand itself.
 */
export function OfflineGuard() {
  const t = useTranslations("shell.offline");
  const onLost = useEffectEvent((what: "waiting" | "loading") => toast.warning(t(what), TOAST));
  const onBack = useEffectEvent(() => toast.success(t("back"), { id: TOAST.id }));
  const router = useRouter();
  /** What was typed while it waited matters more. */
  const open = useEffectEvent((address: string) => hasUnsaved() || router.push(address));
  useEffect(() => holdPages({ onLost: () => onLost("waiting"), onBack: () => onBack(), open: (to) => open(to) }), []);
  useEffect(() => holdScripts({ onLost: () => onLost("loading"), onBack: () => onBack() }), []);
  return null;
}
