import { emptyReply, endpoint } from "@/lib/operation/endpoint";
import { validateCron } from "@/lib/schedule/operations";

/** Clients expect a valid text to be answered with 200 and nothing else. */
export const POST = endpoint(validateCron, { reply: { description: "It is valid" }, respond: () => emptyReply(200) });
