import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../ensure.mjs";
import { shoot } from "./camera.mjs";
import { startWorld } from "./world.mjs";

const words = process.argv.slice(2);
const folder = join(root, "screenshots");
if (words.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const { world, stop } = await startWorld();
try {
  await shoot(world, folder, words);
} finally {
  await stop();
}
