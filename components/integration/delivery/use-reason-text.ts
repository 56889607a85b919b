import { useTranslations } from "next-intl";

/** Why a delivery started no task, in words; a code without words stays as it is. */
export function useReasonText(): (reason: string) => string {
  const t = useTranslations("integration.delivery");
  return (reason) => {
    const key = `reasons.${reason}` as Parameters<typeof t>[0];
    return t.has(key) ? t(key) : reason;
  };
}
