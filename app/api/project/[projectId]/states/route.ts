import { endpoint } from "@/lib/operation/endpoint";
import { createState, listStates } from "@/lib/state/operations";

export const GET = endpoint(listStates);
export const POST = endpoint(createState, { status: 201 });
