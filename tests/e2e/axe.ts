import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules that a page can break in one theme only. */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * axe-core's violations on the page, the rule's name first; of all rules, or of the given ones. An open menu is rightly
 * outside the landmarks.
 */
export async function violations(page: Page, runOnly?: string[]): Promise<string[]> {
  // Animations change the measured colours.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        // The animation of a running task never ends.
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map((animation) => animation.finished),
    ).catch(() => 0),
  );
  await page.evaluate(SOURCE);
  const options: RunOptions = { resultTypes: ["violations"], runOnly };
  const results: AxeResults = await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`);
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes
      .filter(({ target }) => !(id === "region" && String(target[0]).includes("radix-popper")))
      .map(({ target, failureSummary }) => `${id} (${help}): ${target.join(" ")}\n${failureSummary ?? ""}`),
  );
}
