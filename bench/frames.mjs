import { loadavg } from "node:os";
import { median, percentile } from "./product.mjs";

const PLAIN = `<!doctype html><div role="grid" style="height:800px;overflow:auto">
  <div style="height:200000px;width:20000px"></div></div>`;

/** A page with nothing in it but room to scroll: what the browser reaches on this machine at best. */
export async function emptyPage(newPage) {
  const page = await newPage();
  await page.setContent(PLAIN);
  return page;
}

/** Measures one page after the other, each in front, and beside it what else the machine had to do. */
export async function inTurns(parts) {
  const rows = [];
  for (const { name, page, measure } of parts) {
    await page.bringToFront();
    const [load] = loadavg();
    rows.push({ ...name, ...(await measure()), load: load.toFixed(1) });
  }
  return rows;
}

/** Scrolls what the selector finds by so many pixels a frame, back at its ends; the frames that this takes. */
export const scrolled = (page, selector, { count, x = 0, y = 0 }) =>
  measured(page, () => page.evaluate(scrollOn, { selector, count, x, y }));

/** Drags from the middle of what the selector finds, in circles, for so many frames. */
export async function dragged(page, selector, { count, radius }) {
  const { x, y, width, height } = await page.locator(selector).first().boundingBox();
  const [left, top] = [x + width / 2, y + height / 2];
  await page.mouse.move(left, top);
  await page.mouse.down();
  const result = await measured(page, async () => {
    let over = false;
    const frames = page.evaluate(watch, count).finally(() => {
      over = true;
    });
    for (let step = 0; !over; step++) {
      const angle = step / 20;
      await page.mouse.move(left + radius * Math.sin(angle), top + radius * (Math.cos(angle) - 1) * 0.5);
    }
    return frames;
  });
  await page.mouse.up();
  return result;
}

/** The processor time of the page's main thread hardly depends on what else the machine does: 16.7 ms a frame are 60 a second. */
async function measured(page, run) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration").value * 1000;
  };
  const before = await spent();
  const times = await run();
  const processor = (await spent()) - before;
  await session.detach();
  const whole = times.reduce((sum, ms) => sum + ms, 0);
  return {
    "processor ms a frame": (processor / times.length).toFixed(1),
    "frames a second": Math.round((1000 * times.length) / whole),
    "median ms": median(times).toFixed(1),
    "99th percentile ms": percentile(times, 99).toFixed(1),
  };
}

/** Runs in the page: the duration of each frame. */
async function scrollOn({ selector, count, x, y }) {
  const box = document.querySelector(selector);
  const times = [];
  let [right, down] = [x, y];
  let last = await new Promise(requestAnimationFrame);
  for (let n = 0; n < count; n++) {
    if (box.scrollLeft + box.clientWidth + x > box.scrollWidth) right = -x;
    if (box.scrollLeft < x) right = x;
    if (box.scrollTop + box.clientHeight + y > box.scrollHeight) down = -y;
    if (box.scrollTop < y) down = y;
    box.scrollBy(right, down);
    const now = await new Promise(requestAnimationFrame);
    times.push(now - last);
    last = now;
  }
  return times;
}

/** Runs in the page: the same, while somebody else does something. */
async function watch(count) {
  const times = [];
  let last = await new Promise(requestAnimationFrame);
  while (times.length < count) {
    const now = await new Promise(requestAnimationFrame);
    times.push(now - last);
    last = now;
  }
  return times;
}
