"use client";

import { type Messages, useLocale } from "next-intl";
import { type ReactNode, useState } from "react";
import { addTexts } from "@/components/language/loaded-texts";
import { fromLanguageTag } from "@/lib/i18n/locale";

/** Adds the texts before the screen within is rendered. */
export function OwnTexts({ texts, children }: { texts: Messages; children: ReactNode }) {
  const locale = fromLanguageTag(useLocale());
  useState(() => addTexts(locale, { default: texts }));
  return children;
}
