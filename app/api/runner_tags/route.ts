import { endpoint } from "@/lib/operation/endpoint";
import { listRunnerTags } from "@/lib/runner/operations";

export const GET = endpoint(listRunnerTags);
