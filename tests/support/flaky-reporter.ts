import type { TestCase } from "vitest/node";

/** Names at the end what passed only at its second try, so that nobody takes it for sound. */
export default class FlakyReporter {
  private readonly names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.names.push(`${test.module.relativeModuleId}: ${test.fullName}`);
  }

  onTestRunEnd(): void {
    for (const name of this.names) console.warn(`FLAKY (passed at the second try): ${name}`);
  }
}
