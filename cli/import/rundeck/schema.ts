import { z } from "zod";

const text = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? "" : String(value)));
/** Some versions of Rundeck write booleans as text. */
const flag = (absent: boolean) =>
  z
    .union([z.boolean(), z.stringbool()])
    .nullish()
    .transform((value) => value ?? absent);
const object = z.looseObject({}).nullish();

const JobRef = z.looseObject({
  name: text,
  group: text,
  uuid: text,
  project: text,
  args: text,
  nodefilters: object,
});

const stepFields = {
  description: text,
  exec: text,
  script: text,
  scriptfile: text,
  scripturl: text,
  args: text,
  scriptInterpreter: text,
  interpreterArgsQuoted: flag(false),
  fileExtension: text,
  jobref: JobRef.nullish(),
  type: text,
  configuration: object,
};
const Handler = z.looseObject({ ...stepFields, keepgoingOnSuccess: flag(false) });
const Step = z.looseObject({ ...stepFields, errorhandler: Handler.nullish() });
export type Step = z.output<typeof Step>;
/** What a step or its error handler runs. */
export type Action = z.output<typeof Handler> | Step;

const Option = z.looseObject({
  name: z.string(),
  label: text,
  description: text,
  value: text,
  values: z.array(text).nullish(),
  valuesUrl: text,
  required: flag(false),
  enforced: flag(false),
  regex: text,
  multivalued: flag(false),
  delimiter: text,
  secure: flag(false),
  valueExposed: flag(false),
  storagePath: text,
  type: text,
  hidden: flag(false),
});
export type Option = z.output<typeof Option>;

const Schedule = z.looseObject({
  crontab: text,
  time: z.looseObject({ hour: text, minute: text, seconds: text }).nullish(),
  month: text,
  year: text,
  dayofmonth: z.looseObject({ day: text }).nullish(),
  weekday: z.looseObject({ day: text }).nullish(),
});
export type Schedule = z.output<typeof Schedule>;

/** Old exports have a map of options by name. */
const asList = (options: unknown): unknown =>
  options === null || typeof options !== "object" || Array.isArray(options)
    ? options
    : Object.entries(options).map(([name, option]) => ({ ...option, name }));

const options = z.preprocess(asList, z.array(Option).nullish()).transform((list) => list ?? []);

const Job = z.looseObject({
  name: z.string(),
  uuid: text,
  id: text,
  group: text,
  project: text,
  description: text,
  loglevel: text,
  timeout: text,
  retry: z.unknown().optional(),
  multipleExecutions: flag(false),
  executionEnabled: flag(true),
  scheduleEnabled: flag(true),
  timeZone: text,
  options,
  schedule: Schedule.nullish(),
  schedules: z.array(z.unknown()).nullish(),
  nodefilters: z.looseObject({ filter: text }).nullish(),
  notification: z.record(z.string(), z.unknown()).nullish(),
  orchestrator: object,
  plugins: object,
  sequence: z.looseObject({
    keepgoing: flag(false),
    strategy: text,
    commands: z.array(Step).min(1, "the sequence has no commands"),
  }),
});
export type Job = z.output<typeof Job>;

/** A file of job definitions, as `rd jobs list -F yaml` or Export Definition writes it. */
export const Jobs = z.array(Job, "expected a list of Rundeck job definitions, in YAML").min(1, "it has no jobs");
