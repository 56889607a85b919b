/** The type of the resource that stands for the stack itself. */
export const STACK_TYPE = "pulumi:pulumi:Stack";

/** Marks an object that Pulumi writes in place of another value; under this key it says what that is. */
const MARK = "4dabf18193072939515e22adb298388d";
/** An asset, an archive, a reference to a resource. Not an output, which may be secret and is written to no file. */
const HARMLESS: ReadonlySet<unknown> = new Set([
  "c44067f5952c0a294b673a41bacd8c17",
  "0def7320c3a5731c473e5ecbe6d01bc7",
  "5cf8f73096256a8f31e491e813e4eb8e",
]);
/** In place of a secret among other texts. */
const MASKED = "[secret]";

/** Whether a value stands for a secret, in a checkpoint or an event log. Of a mark that is not known, it may. */
export function isSecret(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === MASKED;
  return MARK in value && !HARMLESS.has(Reflect.get(value, MARK));
}
