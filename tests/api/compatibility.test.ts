import { expect, test } from "vitest";
import { FAMILIES } from "./cases/families";

const INTRO = `# Compatibility with Semaphore UI

Where Signalbox answers a client of Semaphore UI differently, and what it accepts although its own screens ask for more. The list is made from the
cases in \`tests/api/cases\`, which send each of these requests; \`npx vitest run tests/api/compatibility.test.ts -u\` writes this page again.
[api.md](api.md#two-forms-of-a-reply) explains our own form of a reply, which has \`warnings\` where a request was changed to make sense of it.
`;

const cell = (text: string): string => text.replaceAll("|", "\\|");

test("docs/compatibility.md lists the differences that the conformance cases note", async () => {
  const rows = Object.values(FAMILIES)
    .flat()
    .flatMap(({ route, differs = [] }) =>
      differs.map(({ request, peer, ours, why }) => [`\`${route}\``, request, peer, ours, why].map(cell).join(" | ")),
    );
  expect(rows.length).toBeGreaterThan(20);
  const table = ["| Route | Request | Semaphore | Signalbox | Why |", "|---|---|---|---|---|"];
  const page = [INTRO, ...table, ...rows.map((row) => `| ${row} |`), ""].join("\n");
  await expect(page).toMatchFileSnapshot("../../docs/compatibility.md");
});
