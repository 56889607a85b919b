import { z } from "zod";
import { signedIn } from "@/lib/access/access";
import { App } from "@/lib/app/schema";
import * as store from "@/lib/app/store";
import { operation } from "@/lib/operation/define";
import { NoInput, NoParams } from "@/lib/operation/fields";

export const listApps = operation({
  name: "app.list",
  summary: "Applications that templates can run, highest priority first",
  effect: "read",
  access: signedIn,
  params: NoParams,
  input: NoInput,
  output: z.array(App),
  run: ({ db }) => store.listApps(db),
});
