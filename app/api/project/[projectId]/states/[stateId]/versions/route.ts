import { endpoint } from "@/lib/operation/endpoint";
import { upload } from "@/lib/state/routes";
import { listVersions } from "@/lib/state/version-operations";

export const GET = endpoint(listVersions);
export const POST = upload;
