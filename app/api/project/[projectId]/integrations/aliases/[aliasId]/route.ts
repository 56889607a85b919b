import { deleteProjectAlias } from "@/lib/integration/operations";
import { endpoint } from "@/lib/operation/endpoint";

export const DELETE = endpoint(deleteProjectAlias);
