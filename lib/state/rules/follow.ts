/** What decides whether one state may follow on another. */
export type Place = { serial: number | null; lineage: string; checksum: string };

/** `same`: nothing is new. The others are reasons to refuse it. */
export type Sequel = "next" | "same" | "other_lineage" | "older";

/**
 * Whether a state may be the next version. A tool that counts counts up with every change, so an equal serial with another
 * text was written by somebody who did not know the newest version. What a text does not say refuses nothing.
 */
export function sequelTo(newest: Place | null, next: Place): Sequel {
  if (newest === null) return "next";
  if (newest.checksum === next.checksum) return "same";
  if (newest.lineage !== next.lineage && newest.lineage !== "" && next.lineage !== "") return "other_lineage";
  if (newest.serial === null || next.serial === null) return "next";
  return next.serial > newest.serial ? "next" : "older";
}
