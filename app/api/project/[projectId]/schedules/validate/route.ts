import { endpoint } from "@/lib/operation/endpoint";
import { emptyReply } from "@/lib/operation/http/reply";
import { validateCron } from "@/lib/schedule/operations";

/** Clients expect 200 with an empty body for a valid expression. */
export const POST = endpoint(validateCron, { reply: { description: "It is valid" }, respond: () => emptyReply(200) });
