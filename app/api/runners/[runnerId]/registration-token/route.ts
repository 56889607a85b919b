import { endpoint } from "@/lib/operation/endpoint";
import { newRegistrationToken } from "@/lib/runner/operations";

export const POST = endpoint(newRegistrationToken);
