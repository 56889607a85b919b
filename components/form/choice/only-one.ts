/** What a new item begins with where nothing else can be selected. */
export const onlyOne = (list: readonly { id: number }[]): number | null =>
  list.length === 1 ? (list[0]?.id ?? null) : null;
