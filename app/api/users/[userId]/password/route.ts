import { endpoint } from "@/lib/operation/endpoint";
import { changePassword } from "@/lib/user/operations";

export const POST = endpoint(changePassword);
