/** A template's type as a message key; the wire has "" for a plain task. */
export const typeKey = (type: string): "task" | "build" | "deploy" =>
  type === "build" || type === "deploy" ? type : "task";
