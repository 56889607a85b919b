import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Causes } from "@/components/statistics/failures";
import { LANGUAGES, toLanguageTag } from "@/lib/i18n/locale";
import { CAUSES } from "@/lib/protocol/failure";
import { ROOT } from "../../structure/sources";

const causes = CAUSES.map((cause, task_id) => ({ cause, count: 1, task_id }));

test.each(Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[])(
  "causes are named without a subject in %s",
  (locale) => {
    const messages = JSON.parse(readFileSync(join(ROOT, "messages", `${locale}.json`), "utf8"));
    const markup = renderToStaticMarkup(
      <NextIntlClientProvider locale={toLanguageTag(locale)} messages={messages} timeZone="UTC">
        <Causes causes={causes} projectId={1} />
      </NextIntlClientProvider>,
    );
    const names = [...markup.matchAll(/<a [^>]*>([^<]*)<\/a>/g)].map(([, name = ""]) => name);
    expect(names).toHaveLength(CAUSES.length);
    expect(names.filter((name) => name === "" || /…|[:：]\s*$| {2}|“”|„“|«»|^\s|\s$/.test(name))).toEqual([]);
  },
);

test("only causes with a subject have a general text", () => {
  const { task, statistics } = JSON.parse(readFileSync(join(ROOT, "messages/en.json"), "utf8"));
  const named = CAUSES.filter((cause) => task.failure.causes[cause].includes("{subject}"));
  expect(Object.keys(statistics.causeNames).sort()).toEqual([...named].sort());
});
