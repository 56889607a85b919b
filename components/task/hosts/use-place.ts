import { useSearchParams } from "next/navigation";
import { HOST_PARAM, openPlace, STEP_PARAM } from "@/components/task/open-task";

/** The host and step in the address. */
export type Place = { host: string | null; step: number | null };

export function usePlace(): [Place, (place: Place) => void] {
  const params = useSearchParams();
  const step = params.get(STEP_PARAM);
  const place = { host: params.get(HOST_PARAM), step: step !== null && /^\d{1,6}$/.test(step) ? Number(step) : null };
  return [
    place,
    ({ host, step }) => openPlace({ [HOST_PARAM]: host, [STEP_PARAM]: step === null ? null : String(step) }),
  ];
}
