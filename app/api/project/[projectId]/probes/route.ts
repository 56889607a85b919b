import { endpoint } from "@/lib/operation/endpoint";
import { createProbe } from "@/lib/probe/operations";

export const POST = endpoint(createProbe, { status: 201 });
