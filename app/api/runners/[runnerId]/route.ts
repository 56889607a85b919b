import { endpoint } from "@/lib/operation/endpoint";
import { deleteRunner, getRunner } from "@/lib/runner/operations";
import { saveRunner } from "@/lib/runner/routes";

export const GET = endpoint(getRunner);
export const PUT = saveRunner;
export const POST = saveRunner;
export const DELETE = endpoint(deleteRunner);
