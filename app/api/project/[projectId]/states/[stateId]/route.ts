import { endpoint } from "@/lib/operation/endpoint";
import { deleteState, getState, renameState } from "@/lib/state/operations";

export const GET = endpoint(getState);
export const PUT = endpoint(renameState);
export const DELETE = endpoint(deleteState);
