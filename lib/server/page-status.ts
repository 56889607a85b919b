import type { IncomingMessage, ServerResponse } from "node:http";
import { beginPage, endPage, isPageOutage, RETRY_AFTER_SECONDS } from "@/lib/operation/database-outage";
import { callsAction } from "@/lib/server/request-bodies";

/**
 * Gives Next's one status of a failure the right one. A page that the database kept from being made is 503, as in the API; it
 * says so itself. The call of a server action fails where Next cannot read its arguments: an action's own failures never come
 * as a status, for lib/operation/action.ts returns them.
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
