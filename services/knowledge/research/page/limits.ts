/** Elements of a page that are read. */
export const MAX_ELEMENTS = 20_000;
/** How deep elements may be nested when looking for the article. */
export const MAX_DEPTH = 256;
/** Bytes of a page. */
export const MAX_PAGE_BYTES = 5 * 1024 * 1024;
/** Bytes of a page's text that are kept. */
export const MAX_CONTENT_BYTES = 200 * 1024;
/** Links of a page that are shown. */
export const MAX_LINKS = 200;
/** Of a title. */
export const MAX_TITLE_CHARACTERS = 500;
/** Of all other metadata. */
export const MAX_FIELD_CHARACTERS = 2000;
/** Of an address in a page. */
export const MAX_URL_CHARACTERS = 4096;
/** Of the JSON-LD in a page, all scripts together. */
export const MAX_JSON_LD_CHARACTERS = 256 * 1024;
/** How long reading a page may take; without looking for its article if that takes longer. */
export const MAX_DEADLINE_MILLISECONDS = 3_000;
