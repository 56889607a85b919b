import { endpoint } from "@/lib/operation/endpoint";
import { deleteUserToken } from "@/lib/user/operations";

export const DELETE = endpoint(deleteUserToken);
