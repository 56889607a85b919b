import { endpoint } from "@/lib/operation/endpoint";
import { moveViews } from "@/lib/view/operations";

export const POST = endpoint(moveViews);
