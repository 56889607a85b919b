"use client";

import { useMessages, useTranslations } from "next-intl";

type Reason = { reason: string; digest: string | null };

/**
 * What to tell of a thrown value. An error of the server arrives without its message: its digest is a key of
 * messages.errors when the failure was an expected one, else the hash under which the server logged it.
 */
export function useReason(error: unknown): Reason {
  const t = useTranslations("shell.error");
  const texts: Record<string, string> = useMessages().errors;
  const digest = digestOf(error);
  if (digest !== null && texts[digest]) return { reason: texts[digest], digest: null };
  if (digest === null && error instanceof Error && error.message) return { reason: error.message, digest: null };
  return { reason: t("reason"), digest };
}

const digestOf = (error: unknown): string | null =>
  error instanceof Error && "digest" in error && typeof error.digest === "string" ? error.digest : null;
