import { anyone } from "@/lib/access/access";
import { operation } from "@/lib/operation/define";
import { NoInput, NoParams } from "@/lib/operation/fields";
import { LoginOptions } from "@/lib/session/schema";
import { settings } from "@/lib/settings/settings";

export const getLoginOptions = operation({
  name: "session.options",
  summary: "Ways to sign in",
  effect: "read",
  access: anyone,
  params: NoParams,
  input: NoInput,
  output: LoginOptions,
  run: async () => ({ oidc_providers: [], login_with_password: !settings().passwordLoginDisabled }),
});
