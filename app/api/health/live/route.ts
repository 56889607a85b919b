import { anyone } from "@/lib/access/access";
import { rawEndpoint } from "@/lib/operation/endpoint";

export const GET = rawEndpoint(anyone, "The process answers", async () => Response.json({ status: "live" }));
