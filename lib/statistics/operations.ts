import { member } from "@/lib/access/access";
import { operation } from "@/lib/operation/define";
import { ProjectParams } from "@/lib/operation/fields";
import { Statistics, StatisticsQuery } from "@/lib/statistics/schema";
import { readStatistics } from "@/lib/statistics/store";

export const getStatistics = operation({
  name: "statistics.get",
  summary:
    "How the tasks of the last days ended: success, duration and waiting time by day, template, person and runner; what fails most, and the slowest. Without tasks inside workflows",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: StatisticsQuery,
  output: Statistics,
  run: ({ db, project, input }) => readStatistics(db, project.id, input),
});
