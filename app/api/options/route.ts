import { endpoint } from "@/lib/operation/endpoint";
import { listOptions, saveOption } from "@/lib/option/operations";

export const GET = endpoint(listOptions);
export const POST = endpoint(saveOption);
