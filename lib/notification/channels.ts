import { CHANNELS, type Channel } from "@/lib/protocol/alert";
import type { AlertSettings } from "@/lib/settings/alerts";
import { settings } from "@/lib/settings/settings";

/** The channels that are set up. */
export const configuredChannels = (): Channel[] => CHANNELS.filter((channel) => settings().alerts[channel] !== null);

/** The chat that a project names, else the server's own; null: nobody has named one. */
export const telegramChat = (chat: string | null): string | null => chat ?? settings().alerts.telegram?.chat ?? null;

/** The host a channel leads to; the rest of its address may be a secret. */
export function targetOf(channel: Channel): string {
  const { email, telegram, ...hooks }: AlertSettings = settings().alerts;
  if (channel === "email") return email?.host ?? "";
  const url = channel === "telegram" ? telegram?.api : hooks[channel]?.url;
  return url ? new URL(url).host : "";
}
