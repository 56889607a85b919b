/** A template's type as a message key; on the wire a plain task is "". */
export const typeKey = (type: string): "task" | "build" | "deploy" =>
  type === "build" || type === "deploy" ? type : "task";
