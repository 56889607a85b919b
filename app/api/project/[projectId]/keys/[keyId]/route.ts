import { deleteKey, getKey, updateKey } from "@/lib/key/operations";
import { endpoint } from "@/lib/operation/endpoint";
import { saving } from "@/lib/operation/saved";

export const GET = endpoint(getKey);
export const PUT = saving(updateKey);
export const DELETE = endpoint(deleteKey);
