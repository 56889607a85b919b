import { endpoint } from "@/lib/operation/endpoint";
import { deleteToken } from "@/lib/session/operations";

export const DELETE = endpoint(deleteToken);
