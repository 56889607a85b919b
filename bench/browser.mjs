import { existsSync } from "node:fs";
import { CHROMIUM } from "../scripts/chromium.mjs";

const ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--enable-precise-memory-info"];

/** Calls `measure` with a function that opens a page in a fresh browser whose only state is the session. */
export async function withBrowser(client, measure) {
  if (!existsSync(CHROMIUM)) return console.log(`There is no ${CHROMIUM}, so nothing was measured in a browser.`);
  const { chromium } = await import("@playwright/test");
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
  try {
    return await measure(() => newPage(browser, client));
  } finally {
    await browser.close();
  }
}

async function newPage(browser, client) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const [name, value] = client.cookie.split("=");
  await context.addCookies([{ name, value, url: client.url }]);
  return context.newPage();
}
