import { endpoint } from "@/lib/operation/endpoint";
import { listProjectRunnerTags } from "@/lib/runner/project-operations";

export const GET = endpoint(listProjectRunnerTags);
