/** In characters: of what lists are searched for, and of the filters for a version. */
export const MAX_SEARCH = 200;
