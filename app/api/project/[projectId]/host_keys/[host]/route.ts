import { endpoint } from "@/lib/operation/endpoint";
import { forgetHostKeys } from "@/lib/repository/operations";

export const DELETE = endpoint(forgetHostKeys, { status: 204 });
