import { z } from "zod";
import { offsetQuery, textQuery } from "@/lib/operation/fields";

export const SectionsQuery = z.object({ from: offsetQuery().describe("First line to look at, counted from 0") });

/** A line at which a section of a log begins, or a group ends. */
export const SectionMark = z.object({
  line: z.int(),
  time: z.string(),
  kind: z.enum(["play", "task", "group", "end"]),
  title: z.string(),
});
export type SectionMark = z.infer<typeof SectionMark>;

/** `until` is the first line that was not looked at: ask again from there while the log is longer. */
export const LogSections = z.object({ marks: z.array(SectionMark), until: z.int() });
export type LogSections = z.infer<typeof LogSections>;

export const HostLinesQuery = SectionsQuery.extend({ host: textQuery(255).catch("") });

/** The lines of a host's results; `until` as with sections. */
export const HostLines = z.object({ lines: z.array(z.object({ first: z.int(), last: z.int() })), until: z.int() });
export type HostLines = z.infer<typeof HostLines>;
