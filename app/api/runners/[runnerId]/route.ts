import { endpoint } from "@/lib/operation/endpoint";
import { deleteRunner, getRunner, updateRunner } from "@/lib/runner/operations";

export const GET = endpoint(getRunner);
export const PUT = endpoint(updateRunner);
export const POST = endpoint(updateRunner);
export const DELETE = endpoint(deleteRunner);
