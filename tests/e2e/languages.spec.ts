import type { Page } from "@playwright/test";
import { LANGUAGES, type Locale, toLanguageTag } from "@/lib/i18n/locale";
import { type Team, team } from "./people";
import { expect, signedIn, test } from "./product";
import { GLOBAL_SCREENS, PROJECT_SCREENS } from "./screen-paths";
import { LONG_RUN } from "./variants";

/** All of them take minutes; these two have the longest words and a different script. */
const LOCALES = (LONG_RUN ? Object.keys(LANGUAGES) : ["de", "ja"]) as Locale[];

let full: Team;

test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL });
  full = await team(request, "Languages", { demo: true });
  await request.dispose();
});

/** Texts of the drawer that don't fit. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("aside nav a span, aside footer span")]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1 && clientWidth > 1)
      .map(({ textContent }) => textContent)
      .filter(Boolean),
  );

for (const locale of LOCALES) {
  test(`every screen is translated into ${LANGUAGES[locale]}, and nothing overflows`, async ({ page, baseURL }) => {
    await signedIn(page);
    await page.context().addCookies([{ name: "lang", value: locale, url: baseURL ?? "" }]);
    const paths = PROJECT_SCREENS.map((screen) => `/project/${full.project}/${screen}`);
    for (const path of [...paths, ...GLOBAL_SCREENS]) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(path);
      await expect(page.locator("html")).toHaveAttribute("lang", toLanguageTag(locale));
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await cutOff(page), `${path} cuts texts of the drawer`).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
    }
  });
}
