import { readSettings, SettingsProblem } from "@/lib/settings/settings";

/** What is wrong with these settings, a line each. */
export function problemsOf(environment: Record<string, string>): string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsProblem) return error.message.split("\n");
    throw error;
  }
  return [];
}
