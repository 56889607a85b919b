import { createEnvironment, listEnvironments } from "@/lib/environment/operations";
import { endpoint } from "@/lib/operation/endpoint";
import { LONG_BODY_BYTES } from "@/lib/operation/http/request";

export const GET = endpoint(listEnvironments);
export const POST = endpoint(createEnvironment, { status: 201, maxBytes: LONG_BODY_BYTES });
