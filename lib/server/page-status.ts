import type { IncomingMessage, ServerResponse } from "node:http";
import { beginPage, endPage, isPageOutage, RETRY_AFTER_SECONDS } from "@/lib/operation/database-outage";
import { callsAction } from "@/lib/server/request-bodies";

/**
 * Corrects Next's 500 for known failures. A page that failed because of the database becomes 503, as in the API; it
 * reports that itself. A server action only fails with a status if Next cannot read its arguments, since
 * lib/operation/action.ts returns all other failures.
 */
export function correctStatus(request: IncomingMessage, response: ServerResponse): void {
  const nonce = String(request.headers["x-nonce"]);
  beginPage(nonce);
  response.once("close", () => endPage(nonce));
  let status = response.statusCode;
  Object.defineProperty(response, "statusCode", {
    get: () => status,
    set: (wanted: number) => {
      status = wanted;
      if (wanted !== 500) return;
      if (callsAction(request)) status = 400;
      if (!isPageOutage(nonce)) return;
      status = 503;
      response.setHeader("retry-after", RETRY_AFTER_SECONDS);
    },
  });
}
