import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const read = (name: string) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), "utf8");

/** The local runner's 130 seconds for a state that is being saved, and ten for the web processes. */
const CONSOLE_SECONDS = 140;
/** 600 seconds to drain, and the same for a state. */
const RUNNER_SECONDS = 720;

describe("deploy/", () => {
  it.each([
    ["signalbox.service", CONSOLE_SECONDS],
    ["signalbox-runner.service", RUNNER_SECONDS],
  ])("has %s, which stops in order and is given the time for it", (name, seconds) => {
    const settings = new Map([...read(name).matchAll(/^(\w+)=(.*)$/gm)].map(([, key, value]) => [key, value]));
    // By default systemd sends SIGTERM to the programs of tasks, too.
    expect(settings.get("KillMode")).toBe("mixed");
    expect(Number(settings.get("TimeoutStopSec"))).toBeGreaterThanOrEqual(seconds);
    expect(settings.get("Delegate")).toBe("yes");
  });

  it("has a compose file that gives the console the time to stop", () => {
    const { services } = parse(read("compose.yaml"));
    expect(services.signalbox.stop_grace_period).toMatch(/^\d+s$/);
    expect(Number.parseInt(services.signalbox.stop_grace_period, 10)).toBeGreaterThanOrEqual(CONSOLE_SECONDS);
  });
});
