import { useMessages } from "next-intl";

/** Why a delivery started no task; an unknown code is shown as it is. */
export function useReasonText(): (reason: string) => string {
  const texts: Record<string, string> = useMessages().integration.delivery.reasons;
  return (reason) => texts[reason] ?? reason;
}
