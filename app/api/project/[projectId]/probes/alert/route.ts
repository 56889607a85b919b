import { endpoint } from "@/lib/operation/endpoint";
import { createAlertProbe } from "@/lib/probe/operations";

export const POST = endpoint(createAlertProbe, { status: 201 });
