import { anyone } from "@/lib/access/access";
import { rawEndpoint } from "@/lib/operation/endpoint";
import { describeApi } from "@/lib/operation/openapi";
import { VERSION } from "@/lib/settings/version";

export const GET = rawEndpoint(anyone, "This API in OpenAPI 3.1", async () => Response.json(describeApi(VERSION)));
