import { endpoint } from "@/lib/operation/endpoint";
import { createProjectRunner, listProjectRunners } from "@/lib/runner/project-operations";

export const GET = endpoint(listProjectRunners);
export const POST = endpoint(createProjectRunner, { status: 201 });
