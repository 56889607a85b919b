import { deleteValue, updateValue } from "@/lib/integration/part-operations";
import { getValue } from "@/lib/integration/read-operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(getValue);
export const PUT = endpoint(updateValue);
export const DELETE = endpoint(deleteValue);
