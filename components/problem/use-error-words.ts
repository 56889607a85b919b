import { useMessages, useTranslations } from "next-intl";

type Params = Record<string, string | number>;

/**
 * The text for a key of messages.errors; null if there is no such key. Only the translator reads messages that take
 * parameters: the build parses them, so they are no text any more.
 */
export function useErrorWords(): (key: string, params?: Params) => string | null {
  const texts = useMessages().errors;
  const translate: (key: keyof typeof texts, params?: Params) => string = useTranslations("errors");
  const isKey = (key: string): key is keyof typeof texts => Object.hasOwn(texts, key);
  return (key, params) => (isKey(key) ? translate(key, params) : null);
}

export type ProblemWords = (problem: { key: string; params?: Params }) => string;

/** What a schema says about a value; "not valid" if that has no text. */
export function useProblemWords(): ProblemWords {
  const words = useErrorWords();
  return ({ key, params }) => words(key, params) ?? words("invalid") ?? key;
}
