import { setTimeout as pause } from "node:timers/promises";
import { PARTS, spent } from "./processor.mjs";
import { startProduct } from "./product.mjs";

const SETTLE_MS = 180_000;
const MEASURED_MS = 120_000;

/** The processor time of a product with which nobody works, three minutes after its start. */
export async function idle() {
  const { pid, stop } = await startProduct();
  try {
    await pause(SETTLE_MS);
    const time = await spent(pid, () => pause(MEASURED_MS));
    const seconds = time.ms / 1000;
    console.table([
      Object.fromEntries(PARTS.map((part) => [`${part}, ms a second`, (time[part] / seconds).toFixed(2)])),
    ]);
  } finally {
    await stop();
  }
}
