import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Causes } from "@/components/statistics/failures";
import { LANGUAGES, toLanguageTag } from "@/lib/i18n/locale";
import { CAUSES } from "@/lib/protocol/failure";
import { TASK_REASONS } from "@/lib/protocol/reasons";
import type { Statistics } from "@/lib/statistics/schema";
import { ROOT } from "../../structure/sources";

const known = CAUSES.map((cause, task_id) => ({ cause, reason: null, count: 1, task_id }));

const messagesOf = (locale: string) => JSON.parse(readFileSync(join(ROOT, "messages", `${locale}.json`), "utf8"));

function namesOf(causes: Statistics["causes"], locale: keyof typeof LANGUAGES): string[] {
  const markup = renderToStaticMarkup(
    <NextIntlClientProvider locale={toLanguageTag(locale)} messages={messagesOf(locale)} timeZone="UTC">
      <Causes causes={causes} projectId={1} />
    </NextIntlClientProvider>,
  );
  return [...markup.matchAll(/<a [^>]*>([^<]*)<\/a>/g)].map(([, name = ""]) => name);
}

test.each(Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[])(
  "causes are named without a subject in %s",
  (locale) => {
    const names = namesOf(known, locale);
    expect(names).toHaveLength(CAUSES.length);
    expect(names.filter((name) => name === "" || /…|[:：]\s*$| {2}|“”|„“|«»|^\s|\s$/.test(name))).toEqual([]);
  },
);

test("without a cause, the reason is named as the task's own screen names it", () => {
  const causes = [...TASK_REASONS, null].map((reason, task_id) => ({ cause: null, reason, count: 1, task_id }));
  const names = namesOf(causes, "de").map((name) => name.replaceAll("&#x27;", "'"));
  const { reasons, statistics } = messagesOf("de");
  expect(names).toEqual([...TASK_REASONS.map((reason) => reasons[reason]), statistics.otherCause]);
});

test("only causes with a subject have a general text", () => {
  const { task, statistics } = messagesOf("en");
  const named = CAUSES.filter((cause) => task.failure.causes[cause].includes("{subject}"));
  expect(Object.keys(statistics.causeNames).sort()).toEqual([...named].sort());
});
