import { signedIn } from "@/lib/access/access";
import { operation } from "@/lib/operation/define";
import { NoParams } from "@/lib/operation/fields";
import { FoundList, SearchQuery } from "@/lib/system/schema";
import { search } from "@/lib/system/search";

export const searchAll = operation({
  name: "system.search",
  summary:
    "Finds projects, templates, resources, people, runners and tasks that the caller sees by name or number, at most 30",
  transaction: "none",
  access: signedIn,
  params: NoParams,
  input: SearchQuery,
  output: FoundList,
  run: ({ db, actor, input }) => search(db, actor.user, { text: input.q, active: input.active }),
});
