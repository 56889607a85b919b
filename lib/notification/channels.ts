import { CHANNELS, type Channel } from "@/lib/protocol/alert";
import type { AlertSettings } from "@/lib/settings/alerts";
import { settings } from "@/lib/settings/settings";

/** Channels that are set up on this server. */
export const configuredChannels = (): Channel[] => CHANNELS.filter((channel) => settings().alerts[channel] !== null);

/** The project's chat, or the server's default; null if neither is set. */
export const telegramChat = (chat: string | null): string | null => chat ?? settings().alerts.telegram?.chat ?? null;

/** The host of a channel; the rest of its URL may be a secret. */
export function targetOf(channel: Channel): string {
  const { email, telegram, ...hooks }: AlertSettings = settings().alerts;
  if (channel === "email") return email?.host ?? "";
  const url = channel === "telegram" ? telegram?.api : hooks[channel]?.url;
  return url ? new URL(url).host : "";
}
