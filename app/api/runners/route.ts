import { endpoint } from "@/lib/operation/endpoint";
import { createRunner, listRunners } from "@/lib/runner/operations";

export const GET = endpoint(listRunners);
export const POST = endpoint(createRunner, { status: 201 });
