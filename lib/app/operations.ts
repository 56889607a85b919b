import { z } from "zod";
import type { apps } from "@/db/schema/apps";
import { admin, signedIn } from "@/lib/access/access";
import { ActiveInput, App, AppDetail, AppInput, AppParams } from "@/lib/app/schema";
import * as store from "@/lib/app/store";
import { changesOf, type TrackingOf } from "@/lib/operation/changes";
import { operation } from "@/lib/operation/define";
import { AppError, invalid } from "@/lib/operation/errors";
import { NoContent, NoInput, NoParams } from "@/lib/operation/fields";
import type { EventAction } from "@/lib/protocol/event-action";

export const listApps = operation({
  name: "app.list",
  summary: "Applications that templates can run, highest priority first",
  transaction: "none",
  access: signedIn,
  params: NoParams,
  input: NoInput,
  output: z.array(App),
  run: ({ db }) => store.listApps(db),
});

export const getApp = operation({
  name: "app.get",
  summary: "One application",
  transaction: "none",
  access: admin,
  params: AppParams,
  input: NoInput,
  output: AppDetail,
  run: async ({ db, params }) => {
    const app = await store.getApp(db, params.appId);
    if (!app) throw noSuchApp();
    return app;
  },
});

export const saveApp = operation({
  name: "app.save",
  summary: "Adds an application or replaces its settings",
  transaction: "whole",
  access: admin,
  params: AppParams,
  input: AppInput,
  output: NoContent,
  run: async ({ db, params, input }) => {
    if (input.id !== "" && input.id !== params.appId) throw invalid("id", "idMismatch");
    const before = await store.getApp(db, params.appId);
    await store.saveApp(db, params.appId, input);
    return before ? changesOf(before, input, TRACKED) : undefined;
  },
  event: ({ params, result }) => ({ ...appEvent(params.appId, "updated"), changes: result }),
});

export const switchApp = operation({
  name: "app.switch",
  summary: "Enables or disables an application; templates keep a disabled one but can't switch to it",
  transaction: "whole",
  access: admin,
  params: AppParams,
  input: ActiveInput,
  output: NoContent,
  run: async ({ db, params, input }) => {
    if (!(await store.switchApp(db, params.appId, input.active))) throw noSuchApp();
  },
  event: ({ params, input }) => appEvent(params.appId, input.active ? "switchedOn" : "switchedOff"),
});

export const deleteApp = operation({
  name: "app.delete",
  summary: "Deletes an added application; resets a built-in one to its defaults",
  transaction: "whole",
  access: admin,
  params: AppParams,
  input: NoInput,
  output: NoContent,
  run: ({ db, params }) => store.deleteApp(db, params.appId),
  event: ({ params, result }) => (result ? appEvent(params.appId, "deleted") : null),
});

const TRACKED = {
  id: "untracked",
  active: "shown",
  priority: "shown",
  title: "shown",
  icon: "shown",
  color: "shown",
  dark_color: "shown",
  path: "shown",
  args: "shown",
} satisfies TrackingOf<typeof apps.$inferSelect>;

const noSuchApp = () => new AppError("not_found", { key: "appNotFound" });

const appEvent = (id: string, action: EventAction) => ({
  object_type: "app",
  object_name: id,
  subject: `App ${id}`,
  action,
});
