import { readSettings, SettingsProblem } from "@/lib/settings/settings";

/** The errors of these settings, one per line. */
export function problemsOf(environment: Record<string, string>): string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsProblem) return error.message.split("\n");
    throw error;
  }
  return [];
}
