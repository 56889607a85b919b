import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, signedIn, test } from "./product";

test("the command line of a new runner, pasted into a shell, brings a runner online", async ({ page }) => {
  await signedIn(page);
  await page.goto("/runners");
  await page.getByRole("button", { name: "New Runner" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Name/).fill("Pasted");
  await dialog.getByRole("button", { name: "Create" }).click();
  const command = await dialog.getByText("curl ").innerText();
  await dialog.getByRole("button", { name: "OK" }).click();
  const row = page.getByRole("row").filter({ hasText: "Pasted" });
  await expect(row).toContainText("Never connected");

  const folder = mkdtempSync(join(tmpdir(), "signalbox-pasted-"));
  const shell = spawn("bash", ["-c", command], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, NODE_ENV: "production" },
    detached: true,
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => shell.once("exit", resolve));
  try {
    await expect(row).toContainText("Online", { timeout: 30_000 });
  } finally {
    process.kill(-(shell.pid ?? 0), "SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
});
