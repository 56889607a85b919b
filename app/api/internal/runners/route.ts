import { endpoint } from "@/lib/operation/endpoint";
import { legacyUnregister } from "@/lib/task/legacy-operations";
import { pollState, reportProgress } from "@/lib/task/legacy-routes";
import { register } from "@/lib/task/runner-operations";

export const POST = endpoint(register);
export const GET = pollState;
export const PUT = reportProgress;
export const DELETE = endpoint(legacyUnregister);
