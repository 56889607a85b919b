import { endpoint } from "@/lib/operation/endpoint";
import { cleanRunner } from "@/lib/runner/operations";

export const DELETE = endpoint(cleanRunner);
