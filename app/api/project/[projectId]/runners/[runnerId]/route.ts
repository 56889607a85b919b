import { endpoint } from "@/lib/operation/endpoint";
import { deleteProjectRunner, getProjectRunner } from "@/lib/runner/project-operations";
import { saveProjectRunner } from "@/lib/runner/routes";

export const GET = endpoint(getProjectRunner);
export const PUT = saveProjectRunner;
export const POST = saveProjectRunner;
export const DELETE = endpoint(deleteProjectRunner);
