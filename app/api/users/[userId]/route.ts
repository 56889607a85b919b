import { endpoint } from "@/lib/operation/endpoint";
import { deleteUser, getUser, updateUser } from "@/lib/user/operations";

export const GET = endpoint(getUser);
export const PUT = endpoint(updateUser);
export const DELETE = endpoint(deleteUser);
