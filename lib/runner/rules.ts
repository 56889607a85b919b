/** A runner counts as connected while it polled or sent a heartbeat within this time. */
export const CONNECTED_SECONDS = 60;

/** Where a runner may be told to report to; "" for nowhere. */
export const isWebhook = (url: string): boolean =>
  url === "" || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol));
