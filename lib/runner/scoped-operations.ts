import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { Access } from "@/lib/access/access";
import { type Context, operation } from "@/lib/operation/define";
import { NoContent, NoInput } from "@/lib/operation/fields";
import { issueRegistrationToken } from "@/lib/runner/registration-token";
import { announceRunner, type Change, changeRunner, foundRunner, runnerEvent } from "@/lib/runner/save";
import { ActiveInput, RegistrationToken } from "@/lib/runner/schema";
import { deleteRunner } from "@/lib/runner/store";

type Params = { runnerId: number };

const runnerNote = (id: number, name: string, happened: string) => ({
  object_type: "runner",
  object_id: id,
  object_name: name,
  description: `Runner ${name} ${happened}`,
});

/** Which runners, and for whom. */
type Scope<A extends Access, P extends z.ZodType<Params>> = {
  access: A;
  params: P;
  /** The runner's id; refuses a runner outside the scope. */
  find: (context: Context<A, Params>) => number | Promise<number>;
  /** The end of the operations' names. */
  suffix: string;
  summaries: Record<"switch" | "newRegistrationToken" | "drain" | "resume" | "clean" | "delete", string>;
};

/** What can be done with one runner, whoever it belongs to. */
export function runnerOperations<A extends Access, P extends z.ZodType<Params>>(scope: Scope<A, P>) {
  const { access, find, suffix, summaries } = scope;

  const about = (verb: keyof typeof summaries) => ({
    name: `runner.${verb}${suffix}`,
    summary: summaries[verb],
    access,
    params: scope.params,
  });

  /** Operations without input that differ in one column. */
  const changing = (verb: "drain" | "resume" | "clean", change: Change, happened: string) =>
    operation({
      ...about(verb),
      transaction: "whole",
      input: NoInput,
      output: NoContent,
      run: async (context) => changeRunner(context, await find(context), change),
      event: ({ params, result }) => runnerNote(params.runnerId, result, happened),
    });

  return {
    switch: operation({
      ...about("switch"),
      transaction: "whole",
      input: ActiveInput,
      output: NoContent,
      run: async (context) => changeRunner(context, await find(context), context.input),
      event: ({ params, input, result }) =>
        runnerEvent(params.runnerId, result, input.active ? "switchedOn" : "switchedOff"),
    }),
    newRegistrationToken: operation({
      ...about("newRegistrationToken"),
      transaction: "whole",
      input: NoInput,
      output: RegistrationToken,
      run: async (context) => issueRegistrationToken(context.db, await find(context)),
      event: ({ params, result }) => runnerNote(params.runnerId, result.name, "given a registration token"),
    }),
    drain: changing("drain", { draining: true }, "draining"),
    resume: changing("resume", { draining: false }, "resumed"),
    clean: changing("clean", { cleaning_requested: sql`now()` }, "asked to clear its cache"),
    delete: operation({
      ...about("delete"),
      transaction: "whole",
      input: NoInput,
      output: NoContent,
      run: async (context) => {
        const id = await find(context);
        announceRunner(context.announce, id);
        return foundRunner(await deleteRunner(context.db, id));
      },
      event: ({ params, result }) => runnerEvent(params.runnerId, result, "deleted"),
    }),
  };
}
