import type { TaskDetail } from "@/lib/task/schema";

export type TabPanelProps = {
  task: TaskDetail;
  /** Opens a line of the log, counted from 0. */
  onJump: (line: number) => void;
};
