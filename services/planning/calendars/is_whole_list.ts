/** Attributes contain no `<`, so that each character of a list that never ends is read once. */
const END = /<(?:\/(?:[\w.-]+:)?multistatus\s*|(?:[\w.-]+:)?multistatus\s[^<>]*\/)>/;

/** Whether XML has the end of a list of a CalDAV server. */
export const isWholeList = (text: string): boolean => END.test(text);
