import { z } from "zod";
import { member } from "@/lib/access/access";
import { Filter, FiltersInput } from "@/lib/filter/schema";
import * as store from "@/lib/filter/store";
import { operation } from "@/lib/operation/define";
import { NoContent, NoInput, ProjectParams } from "@/lib/operation/fields";

export const listFilters = operation({
  name: "filter.list",
  summary: "The caller's saved filters of the project's task history",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: NoInput,
  output: z.array(Filter),
  run: ({ db, project, actor }) => store.listFilters(db, project.id, actor.user.id),
});

export const replaceFilters = operation({
  name: "filter.replace",
  summary: "Replaces the caller's saved filters of the project's task history",
  transaction: "whole",
  access: member,
  params: ProjectParams,
  input: FiltersInput,
  output: NoContent,
  run: ({ db, project, actor, input }) => store.replaceFilters(db, project.id, actor.user.id, input.filters),
  event: { none: "a choice of the caller that concerns nobody else" },
});
