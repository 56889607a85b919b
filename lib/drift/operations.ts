import { z } from "zod";
import { member } from "@/lib/access/access";
import { Drift } from "@/lib/drift/schema";
import { listDrifts as list } from "@/lib/drift/store";
import { operation } from "@/lib/operation/define";
import { NoInput, ProjectParams } from "@/lib/operation/fields";

export const listDrifts = operation({
  name: "drift.list",
  summary: "What drift checks found, for each template that was checked",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: NoInput,
  output: z.array(Drift),
  run: ({ db, project }) => list(db, project.id),
});
