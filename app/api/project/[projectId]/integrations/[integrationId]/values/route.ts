import { createValue } from "@/lib/integration/part-operations";
import { listValues } from "@/lib/integration/read-operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(listValues);
export const POST = endpoint(createValue, { status: 201 });
