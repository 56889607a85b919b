import { signedIn } from "@/lib/access/access";
import { operation } from "@/lib/operation/define";
import { mayCreateProjects } from "@/lib/operation/execute";
import { NoInput, NoParams } from "@/lib/operation/fields";
import { settings } from "@/lib/settings/settings";
import { VERSION } from "@/lib/settings/version";
import { CurrentUser, SystemInfo } from "@/lib/user/schema";

export const getCurrentUser = operation({
  name: "user.current",
  summary: "The signed-in user",
  effect: "read",
  access: signedIn,
  params: NoParams,
  input: NoInput,
  output: CurrentUser,
  run: async ({ actor }) => ({ ...actor.user, can_create_project: mayCreateProjects(actor.user) }),
});

export const getInfo = operation({
  name: "system.info",
  summary: "Version and address of this installation",
  effect: "read",
  access: signedIn,
  params: NoParams,
  input: NoInput,
  output: SystemInfo,
  run: async () => ({ version: VERSION, ansible: "", web_host: settings().publicUrl ?? "", use_remote_runner: true }),
});
