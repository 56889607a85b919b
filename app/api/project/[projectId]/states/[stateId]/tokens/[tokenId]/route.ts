import { endpoint } from "@/lib/operation/endpoint";
import { deleteStateToken } from "@/lib/state/operations";

export const DELETE = endpoint(deleteStateToken);
