import { endpoint } from "@/lib/operation/endpoint";
import { createUser, listUsers } from "@/lib/user/operations";

export const GET = endpoint(listUsers);
export const POST = endpoint(createUser, { status: 201 });
