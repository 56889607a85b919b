import { deleteEnvironment, getEnvironment, updateEnvironment } from "@/lib/environment/operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(getEnvironment);
export const PUT = endpoint(updateEnvironment);
export const DELETE = endpoint(deleteEnvironment);
