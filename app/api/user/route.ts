import { endpoint } from "@/lib/operation/endpoint";
import { getCurrentUser } from "@/lib/user/operations";

export const GET = endpoint(getCurrentUser);
