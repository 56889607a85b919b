/** The time zones that the browser knows, with UTC and the one that is chosen. */
export function zoneNames(chosen: string | null): string[] {
  const names = new Set(["UTC", ...Intl.supportedValuesOf("timeZone")]);
  if (chosen) names.add(chosen);
  return [...names];
}
