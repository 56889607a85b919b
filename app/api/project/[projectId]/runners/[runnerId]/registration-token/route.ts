import { endpoint } from "@/lib/operation/endpoint";
import { newProjectRegistrationToken } from "@/lib/runner/project-operations";

export const POST = endpoint(newProjectRegistrationToken);
