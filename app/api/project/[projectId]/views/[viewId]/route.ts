import { endpoint } from "@/lib/operation/endpoint";
import { deleteView, getView, updateView } from "@/lib/view/operations";

export const GET = endpoint(getView);
export const PUT = endpoint(updateView);
export const DELETE = endpoint(deleteView);
