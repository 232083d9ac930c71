/** Elements of a page that are read. */
export const MAX_ELEMENTS = 20_000;
/** How deep elements may be nested where the article is looked for. */
export const MAX_DEPTH = 256;
/** Bytes of a page. */
export const MAX_PAGE_BYTES = 5 * 1024 * 1024;
/** Bytes of the text that is kept of a page. */
export const MAX_CONTENT_BYTES = 200 * 1024;
/** Links of a page that are shown. */
export const MAX_LINKS = 200;
/** Of a title. */
export const MAX_TITLE_CHARACTERS = 500;
/** Of everything else that a page says of itself. */
export const MAX_FIELD_CHARACTERS = 2000;
/** Of an address that a page names. */
export const MAX_URL_CHARACTERS = 4096;
/** Of what a page says of itself as JSON-LD, all scripts together. */
export const MAX_JSON_LD_CHARACTERS = 256 * 1024;
/** Until a page has been read; without looking for its article when that takes longer. */
export const MAX_DEADLINE_MILLISECONDS = 3_000;
