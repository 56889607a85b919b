import { endpoint } from "@/lib/operation/endpoint";
import { createView, listViews } from "@/lib/view/operations";

export const GET = endpoint(listViews);
export const POST = endpoint(createView, { status: 201 });
