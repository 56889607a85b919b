import { admin } from "@/lib/access/access";
import { operation } from "@/lib/operation/define";
import { NoInput, NoParams } from "@/lib/operation/fields";
import { Option, Options } from "@/lib/option/schema";
import * as store from "@/lib/option/store";

export const listOptions = operation({
  name: "option.list",
  summary: "Server-wide options, by key",
  transaction: "none",
  access: admin,
  params: NoParams,
  input: NoInput,
  output: Options,
  run: ({ db }) => store.listOptions(db),
});

export const saveOption = operation({
  name: "option.save",
  summary: "Sets an option; `apps.<id>.<field>` configures an application",
  transaction: "whole",
  access: admin,
  params: NoParams,
  input: Option,
  output: Option,
  run: async ({ db, input }) => {
    await store.saveOption(db, input);
    return input;
  },
  event: ({ input }) => ({
    object_type: "option",
    object_name: input.key,
    description: `Option ${input.key} set`,
    changes: { [input.key]: { sealed: true } },
  }),
});
