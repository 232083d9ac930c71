/**
 * What XML does not read as markup, with how it ends: a page of HTML may stand in the text of an event. One that does not end
 * reaches to the end of the text, so that each character is read once.
 */
const NOT_MARKUP = /<!--[^]*?(-->|$)|<\?[^]*?(\?>|$)|<!\[CDATA\[[^]*?(\]\]>|$)/g;

/** Whether XML declares a document type or an entity. What does not end is taken for markup. */
export const declaresEntities = (text: string): boolean =>
  /<!(?:DOCTYPE|ENTITY)/i.test(
    text.replaceAll(NOT_MARKUP, (part, ...ends) => ends.slice(0, 3).some(Boolean) ? "" : part),
  );
