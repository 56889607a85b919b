import { createEnvironment, listEnvironments } from "@/lib/environment/operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(listEnvironments);
export const POST = endpoint(createEnvironment, { status: 201 });
