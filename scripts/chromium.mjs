import { existsSync } from "node:fs";

const SHELL = "/usr/bin/chromium-headless-shell";

/** Where Chromium is. Its headless shell takes about half the processor time, for it draws no window. */
export const CHROMIUM = process.env.CHROMIUM ?? (existsSync(SHELL) ? SHELL : "/usr/bin/chromium");
