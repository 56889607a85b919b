import { expect, test, vi } from "vitest";
import { toAppError } from "@/lib/operation/errors";
import { errorResponse } from "@/lib/operation/http/error-reply";
import { log } from "@/lib/settings/log";

test("work that was given up because its client has left is no failure in the log; what failed then is", () => {
  const lines = vi.spyOn(log, "error").mockReturnValue();
  const client = new AbortController();
  const request = new Request("http://signalbox.test/api", { signal: client.signal });
  client.abort();
  errorResponse(toAppError(request.signal.reason), request);
  expect(lines).not.toHaveBeenCalled();
  errorResponse(toAppError(new Error("broken")), request);
  expect(lines).toHaveBeenCalledOnce();
});
