import { anyone } from "@/lib/access/access";
import { rawEndpoint } from "@/lib/operation/endpoint";
import { isReady } from "@/lib/operation/health";

export const GET = rawEndpoint(anyone, "The database answers too", async () =>
  (await isReady()) ? Response.json({ status: "ready" }) : Response.json({ status: "unavailable" }, { status: 503 }),
);
