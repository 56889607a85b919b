import { z } from "zod";
import { runner } from "@/lib/access/access";
import { operation } from "@/lib/operation/define";
import { IdParam } from "@/lib/operation/fields";
import { BeginCheckRequest, Check, FinishCheckRequest } from "@/lib/protocol/check";
import { beginCheck, checkOver, openCheck } from "@/lib/repository/check/begin";
import { finishCheck } from "@/lib/schedule/check";
import { UndecryptableError } from "@/lib/secret/seal";
import { taskChanged } from "@/lib/task/announce";

const CheckParams = z.object({ checkId: IdParam });

const UNREADABLE_KEY = {
  commit: null,
  problem: "the repository's key can't be decrypted: enter its secret again",
  new_known_hosts: "",
};

export const begin = operation({
  name: "runner.beginCheck",
  summary: "Fetches the branch to check for new commits and the key for it",
  access: runner,
  transaction: "own",
  params: CheckParams,
  input: BeginCheckRequest,
  output: Check,
  run: async ({ db, actor, params, input }) => {
    const check = await beginCheck(db, actor.runner.id, params.checkId, input.instance_id);
    try {
      return await openCheck(db, check);
    } catch (error) {
      if (!(error instanceof UndecryptableError)) throw error;
      await db.transaction((tx) => finishCheck(tx, actor.runner.id, check.id, UNREADABLE_KEY));
      throw checkOver();
    }
  },
  event: { none: "a look at a branch changes nothing that people see" },
});

export const finish = operation({
  name: "runner.finishCheck",
  summary: "Reports the head of a branch and starts the schedules that wait for a new commit",
  access: runner,
  transaction: "whole",
  params: CheckParams,
  input: FinishCheckRequest,
  output: z.object({}),
  run: async ({ db, actor, params, input, announce }) => {
    const started = await finishCheck(db, actor.runner.id, params.checkId, input);
    announce(started.flatMap(taskChanged));
    return {};
  },
  event: { none: "the tasks that it starts have events of their own" },
});
