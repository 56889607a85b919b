import { endpoint } from "@/lib/operation/endpoint";
import { openSocket } from "@/lib/task/operations";

export const GET = endpoint(openSocket, { status: 101 });
