import type { z } from "zod";
import type { Access } from "@/lib/access/access";
import type { Operation } from "@/lib/operation/define";
import { endpoint, type Form } from "@/lib/operation/endpoint";
import { emptyReply } from "@/lib/operation/http/reply";

const WARNINGS_HEADER = "X-Signalbox-Warnings";

type Saved = { warnings?: readonly string[] };

/** Serves an update: the body is empty, like Semaphore's, so warnings are in a header. */
export const saving = <P extends z.ZodType, I extends z.ZodType, O extends z.ZodType<Saved>>(
  op: Operation<Access, P, I, O>,
  options: { form?: Form; explains?: boolean; maxBytes?: number } = {},
) =>
  endpoint(op, {
    status: 204,
    ...options,
    reply: {
      description: `Saved; the header ${WARNINGS_HEADER} lists the warnings, if there are any`,
      headers: { [WARNINGS_HEADER]: "What was changed to make sense of the request: words with commas between them" },
    },
    respond: ({ warnings = [] }) => {
      const headers = warnings.length > 0 ? { [WARNINGS_HEADER]: warnings.join(", ") } : undefined;
      return emptyReply(204, headers);
    },
  });
