import { deleteApp, getApp, saveApp } from "@/lib/app/operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(getApp);
export const PUT = endpoint(saveApp);
export const POST = endpoint(saveApp);
export const DELETE = endpoint(deleteApp);
