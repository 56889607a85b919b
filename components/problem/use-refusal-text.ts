import { useErrorWords } from "@/components/problem/use-error-words";
import type { RefusalIssue } from "@/lib/protocol/refusal";

type Refusal = { issues?: readonly RefusalIssue[] | null };

/** Why a task was refused; `text` if an earlier release recorded it, in English only. */
export function useRefusalText(): (refusal: Refusal, text: string) => string {
  const words = useErrorWords();
  return ({ issues }, text) =>
    issues
      ?.map(({ path, key, params }) => {
        const problem = words(key, params) ?? key;
        return path ? `${path}: ${problem}` : problem;
      })
      .join("; ") ?? text;
}

/** For code that is loaded with its texts. */
export function TranslatedRefusal({ refusal, text }: { refusal: Refusal; text: string }): string {
  return useRefusalText()(refusal, text);
}
