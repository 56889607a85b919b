import { lazy, Suspense } from "react";
import { withTexts } from "@/components/language/loaded-texts";
import type { RefusalIssue } from "@/lib/protocol/refusal";

const Translated = lazy(() =>
  withTexts(import("@/components/problem/use-refusal-text")).then(
    ({ TranslatedRefusal }) => ({ default: TranslatedRefusal }),
    // Without a connection, or if the server has another release by now.
    () => ({ default: ({ text }: { text: string }) => text }),
  ),
);

type RefusalTextProps = { refusal: { issues: readonly RefusalIssue[] | null; detail: string } };

/** Why a task was refused: the API's English text until the texts of the reader's language are loaded. */
export function RefusalText({ refusal }: RefusalTextProps) {
  return (
    <Suspense fallback={refusal.detail}>
      {refusal.issues ? <Translated refusal={refusal} text={refusal.detail} /> : refusal.detail}
    </Suspense>
  );
}
