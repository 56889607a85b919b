import { withBrowser } from "./browser.mjs";
import { fillProject } from "./lists.mjs";
import { median, percentile, startProduct } from "./product.mjs";

const ROUNDS = 12;
/** In the order in which they are opened, each from the one before. */
const SCREENS = ["templates", "history", "activity", "inventory", "schedule", "keys"];
/** Between two clicks, so that a screen is at rest when the next one is opened. */
const REST_MS = 400;

/** In a large project, how long it takes from the click on a link until the next screen is painted, in Chromium. */
export async function screens() {
  const { client, dataDir, stop } = await startProduct({ SIGNALBOX_LOCAL_RUNNER: "off" });
  try {
    const project = await fillProject(client, dataDir);
    await withBrowser(client, async (newPage) => {
      const page = await newPage();
      await page.goto(`${client.url}/project/${project}/${SCREENS.at(-1)}`, { waitUntil: "networkidle" });
      const times = Object.fromEntries(SCREENS.map((screen) => [screen, []]));
      for (let round = 0; round < ROUNDS; round++)
        for (const screen of SCREENS) {
          times[screen].push(await page.evaluate(open, `/project/${project}/${screen}`));
          await page.waitForTimeout(REST_MS);
        }
      const rounded = (all) => `${Math.round(median(all))}, ${Math.round(percentile(all, 95))}`;
      console.table(SCREENS.map((screen) => ({ screen, "median, 95th percentile ms": rounded(times[screen]) })));
    });
  } finally {
    await stop();
  }
}

/** Runs in the page. A frame is painted when the task after its callback begins. */
async function open(path) {
  const before = document.querySelector("main");
  const links = [...document.querySelectorAll("a")];
  const began = performance.now();
  links.find((link) => link.pathname === path).click();
  const isShown = () => {
    const main = document.querySelector("main");
    return main !== before && Boolean(main?.querySelector("table, li"));
  };
  await new Promise((resolve, reject) => {
    const look = () => {
      if (performance.now() - began > 10_000) reject(new Error(`${path} was not shown`));
      else if (isShown()) setTimeout(resolve);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return performance.now() - began;
}
