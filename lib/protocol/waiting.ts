import { z } from "zod";

/** Why a task still waits; the text for people is `waitingFor.<code>` in messages. */
export const WaitingFor = z.discriminatedUnion("code", [
  z.object({ code: z.literal("project_limit"), limit: z.int(), held_by: z.array(z.int()) }),
  z.object({ code: z.literal("template_busy"), held_by: z.array(z.int()) }),
  z.object({ code: z.literal("template_order"), held_by: z.array(z.int()) }),
  z.object({ code: z.literal("no_runner") }),
  z.object({ code: z.literal("not_served") }),
  z.object({ code: z.literal("tagged_only") }),
  z.object({ code: z.literal("no_tool"), tool: z.string() }),
  z.object({ code: z.literal("no_tag"), tag: z.string() }),
  z.object({ code: z.literal("runners_draining") }),
  z.object({ code: z.literal("runners_full") }),
]);
export type WaitingFor = z.infer<typeof WaitingFor>;
