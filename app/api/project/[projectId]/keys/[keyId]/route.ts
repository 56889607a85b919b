import { deleteKey, getKey, updateKey } from "@/lib/key/operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(getKey);
export const PUT = endpoint(updateKey);
export const DELETE = endpoint(deleteKey);
