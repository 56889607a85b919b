import { testChannel } from "@/lib/notification/operations";
import { endpoint } from "@/lib/operation/endpoint";

export const POST = endpoint(testChannel);
