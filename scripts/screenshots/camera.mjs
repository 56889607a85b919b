import { join } from "node:path";
import { chromium } from "@playwright/test";
import { CHROMIUM } from "../chromium.mjs";
import { dialogs } from "./dialogs.mjs";
import { resourceScenes } from "./resource-scenes.mjs";
import { runScenes } from "./run-scenes.mjs";
import { screens } from "./screens.mjs";
import { taskScenes } from "./task-scenes.mjs";

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const SIZES = [
  { viewport: { width: 1440, height: 900 } },
  { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
];

/**
 * Takes screenshots of every scene in both themes and sizes. A scene is { name, path, act?, as?, broken? }: `act` runs
 * on the page first, `as` is the user instead of the administrator (null: signed out), `broken` a hidden database table.
 */
export async function shoot(world, folder, words) {
  const scenes = [
    ...screens(world),
    ...dialogs(world),
    ...taskScenes(world),
    ...runScenes(world),
    ...resourceScenes(world),
  ].filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
  let failures = 0;
  try {
    for (const colorScheme of ["light", "dark"]) {
      for (const size of SIZES) failures += await shootAs(browser, world, folder, scenes, { colorScheme, ...size });
    }
  } finally {
    await browser.close();
  }
  if (failures > 0) throw new Error(`${failures} pictures are missing`);
}

async function shootAs(browser, world, folder, scenes, look) {
  // Without animations, so that a picture shows the final state.
  const context = await browser.newContext({ ...look, reducedMotion: "reduce" });
  context.setDefaultTimeout(8_000);
  let failures = 0;
  for (const scene of scenes) {
    const file = join(folder, `${scene.name}-${look.viewport.width}-${look.colorScheme}.png`);
    try {
      await signIn(context, world, scene.as);
      await shootScene(context, world, scene, file);
    } catch (error) {
      failures++;
      console.warn(
        `${scene.name} ${look.viewport.width} ${look.colorScheme}: ${error.message.split("\n", 3).join(" ")}`,
      );
    }
  }
  await context.close();
  return failures;
}

async function signIn(context, { url, cookie, sessions }, person) {
  await context.clearCookies();
  if (person === null) return;
  const [name, value] = (person ? sessions[person] : cookie).split("=");
  await context.addCookies([{ name, value, url }]);
}

async function shootScene(context, world, { path, act, broken }, file) {
  const page = await context.newPage();
  page.on("console", (message) => {
    const isComplaint = ["error", "warning"].includes(message.type()) && !message.text().startsWith("Failed to load");
    if (isComplaint && !broken) console.warn(`${page.url()}: ${message.text()}`);
  });
  const take = async () => {
    await page.goto(`${world.url}${path}`);
    await page.waitForLoadState("networkidle");
    await act?.(page);
    await page.waitForTimeout(300);
    await page.screenshot({ path: file });
  };
  try {
    if (broken) await world.withoutTable(broken, take);
    else await take();
  } finally {
    await page.close();
  }
}
