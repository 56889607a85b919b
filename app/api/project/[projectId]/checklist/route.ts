import { endpoint } from "@/lib/operation/endpoint";
import { dismissChecklist, getChecklist } from "@/lib/project/operations";

export const GET = endpoint(getChecklist);
export const DELETE = endpoint(dismissChecklist);
