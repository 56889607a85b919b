import unhomoglyph from "unhomoglyph";

/** One spelling for what Unicode can write in several ways, such as full-width letters. */
export const normalizeName = (name: string): string => name.normalize("NFKC").trim();

/** Whether people could take the name for one of the others, by the skeletons of UTS 39. */
export function looksLikeOneOf(name: string, others: readonly string[]): boolean {
  if (isPlainAddress(name)) return false;
  const [written, lowered] = skeletonsOf(name);
  return others.map(skeletonsOf).some((other) => other[0] === written || other[1] === lowered);
}

/** In ASCII, bob1@ and bobl@ are two people of one company. */
const isPlainAddress = (name: string): boolean => /^[!-~]+@[!-~]+$/.test(name);

/** As the name is written, and in lower case, in which the sign-in compares it. */
function skeletonsOf(name: string): [written: string, lowered: string] {
  const normalized = normalizeName(name);
  return [skeleton(normalized).toLowerCase(), skeleton(normalized.toLowerCase())];
}

/** unhomoglyph has the table of UTS 39 and maps with it, no more. */
const skeleton = (text: string): string =>
  unhomoglyph(text.normalize("NFD").replace(/\p{Default_Ignorable_Code_Point}/gu, "")).normalize("NFD");
