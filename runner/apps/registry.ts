import { type AppFamily, appFamily } from "@/lib/protocol/app";
import type { Adapter } from "@/runner/apps/adapter";
import { ansible } from "@/runner/apps/ansible";
import { pulumi } from "@/runner/apps/pulumi";
import { shell } from "@/runner/apps/shell";
import { terraform } from "@/runner/apps/terraform";

const ADAPTERS: Record<AppFamily, Adapter> = { ansible, terraform, pulumi, shell };

/** Applications added by an administrator run as scripts. */
export const adapterFor = (app: string): Adapter => ADAPTERS[appFamily(app)];
