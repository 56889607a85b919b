import { deleteEnvironment, getEnvironment, updateEnvironment } from "@/lib/environment/operations";
import { endpoint } from "@/lib/operation/endpoint";
import { LONG_BODY_BYTES } from "@/lib/operation/http/request";

export const GET = endpoint(getEnvironment);
export const PUT = endpoint(updateEnvironment, { maxBytes: LONG_BODY_BYTES });
export const DELETE = endpoint(deleteEnvironment);
