import unhomoglyph from "unhomoglyph";

/** A single spelling of what Unicode can write in several ways, such as full-width letters. */
export const normalizeName = (name: string): string => name.normalize("NFKC").trim();

/** Whether the name could be confused with one of the others, by UTS 39 skeletons. */
export function looksLikeOneOf(name: string, others: readonly string[]): boolean {
  if (isPlainAddress(name)) return false;
  const [written, lowered] = skeletonsOf(name);
  return others.map(skeletonsOf).some((other) => other[0] === written || other[1] === lowered);
}

/** In plain ASCII, bob1@ and bobl@ may well be two users. */
const isPlainAddress = (name: string): boolean => /^[!-~]+@[!-~]+$/.test(name);

/** Skeletons of the name as written, and in lower case, which the sign-in compares. */
function skeletonsOf(name: string): [written: string, lowered: string] {
  const normalized = normalizeName(name);
  return [skeleton(normalized).toLowerCase(), skeleton(normalized.toLowerCase())];
}

/** unhomoglyph only maps characters by the table of UTS 39. */
const skeleton = (text: string): string =>
  unhomoglyph(text.normalize("NFD").replace(/\p{Default_Ignorable_Code_Point}/gu, "")).normalize("NFD");
