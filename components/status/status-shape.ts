import type { TaskReason } from "@/lib/protocol/reasons";
import type { TaskStatus } from "@/lib/protocol/status";

export type Tone = "waiting" | "amber" | "running" | "success" | "error";

/** An icon in a 16 by 16 box; `glyph` lies on a filled shape in the surface's colour. */
export type StatusShape = {
  tone: Tone;
  motion?: "breathe" | "blink";
  /** Stroke width of a hollow circle. */
  ring?: number;
  /** Path filled with the tone. */
  fill?: string;
  /** Path stroked over the fill. */
  glyph?: string;
  /** Draws the glyph in the tone itself, because there is no fill under it. */
  glyphInTone?: boolean;
};

const disc = (radius: number) =>
  `M${8 - radius} 8a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0Z`;

const SHAPES: Record<TaskStatus, StatusShape> = {
  waiting: { tone: "waiting", ring: 1.5 },
  starting: { tone: "amber", ring: 1.5, fill: "M8 4.5a3.5 3.5 0 0 1 0 7Z" },
  waiting_confirmation: {
    tone: "amber",
    motion: "blink",
    ring: 1.5,
    glyph: "M6.4 5.75v4.5M9.6 5.75v4.5",
    glyphInTone: true,
  },
  confirmed: { tone: "amber", fill: disc(7), glyph: "M4.9 8.3l2.1 2.1l4.1-4.5" },
  running: { tone: "running", motion: "breathe", fill: disc(4) },
  stopping: { tone: "amber", ring: 2.5 },
  stopped: {
    tone: "waiting",
    fill: "M4 2.5h8a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5h-8a1.5 1.5 0 0 1-1.5-1.5v-8a1.5 1.5 0 0 1 1.5-1.5Z",
  },
  success: { tone: "success", fill: disc(7), glyph: "M4.9 8.3l2.1 2.1l4.1-4.5" },
  error: { tone: "error", fill: disc(7), glyph: "M5.4 5.4l5.2 5.2M10.6 5.4l-5.2 5.2" },
};

/** A success in which no host ran a task is shown as a warning. */
const NOTHING_RAN: StatusShape = {
  tone: "amber",
  fill: "M6.8 2.2a1.4 1.4 0 0 1 2.4 0l5.6 9.7a1.4 1.4 0 0 1-1.2 2.1H2.4a1.4 1.4 0 0 1-1.2-2.1Z",
  glyph: "M8 6v3.25M8 11.5v.01",
};

export const ranNothing = (status: TaskStatus, reason: TaskReason | null = null): boolean =>
  status === "success" && reason === "no_hosts";

/** The page's drawings of the icons: one for each shape. */
export const STATUS_SHAPES: Record<string, StatusShape> = { ...SHAPES, nothing_ran: NOTHING_RAN };

export const statusSymbol = (status: TaskStatus, reason: TaskReason | null = null): string =>
  `status-${ranNothing(status, reason) ? "nothing_ran" : status}`;

/** Shape and colour of a status. Throws for an unknown status, which is a bug. */
export function statusShape(status: TaskStatus, reason: TaskReason | null = null): StatusShape {
  if (ranNothing(status, reason)) return NOTHING_RAN;
  const shape = SHAPES[status];
  if (!shape) throw new Error(`unknown task status: ${String(status)}`);
  return shape;
}
