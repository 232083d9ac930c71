/** Words before the verb that do not change the request. */
const LEAD_IN = new RegExp(
  `^(?:${
    [
      "please",
      "kindly",
      "hey|hi|hello",
      "ok(?:ay)?",
      "now|next|first|second(?:ly)?|finally|also|then|afterwards?|and|so|just|immediately|quickly|automatically",
      "(?:can|could|would|will) you(?: please)?",
      "(?:i|we)(?: would|'d)? (?:want|need|like) you to",
      "(?:i|we)(?: would|'d)? (?:want|need|like) to",
      "you (?:should|must|need to|have to|may|can)",
      "go ahead and|go and",
      "let's|let us",
      "help (?:me|us)(?: to)?",
      "your (?:task|job) is to",
      "make sure (?:to|you)",
      "try to",
      "use (?:my|our|the) [\\w-]+(?: [\\w-]+)? to",
    ].join("|")
  })(?=[\\s,:])[\\s,:]*`,
);

const LIST_MARKER = /^[\s\-*+•#>\d.)\]([]+(?=\s)/;

/** The request of a clause is at its start, so the patterns need no more text. */
const MAX_CLAUSE_LENGTH = 400;
/** More different clauses are a document, not a request. */
const MAX_CLAUSES = 500;

/**
 * Returns the requests in a free text, clause by clause, in lower case: without quoted text, code and the words before the verb.
 * Only text after a full stop, a line break, a semicolon or "then" begins a new clause, so that "add a page to log in and buy
 * shares" stays one.
 */
export function clausesOf(text: string): string[] {
  const clauses = text.toLowerCase().replaceAll("’", "'")
    .replaceAll(/(```|~~~)[^]*?(?:\1|$)/g, " … ")
    .replaceAll(/`[^`\n]*`|"[^"\n]*"|“[^“”\n]*”|«[^«»\n]*»|(?<!\w)'[^'\n]*'(?!\w)/g, " … ")
    // Without runs of white space, no pattern looks for its end from each of their places.
    .replaceAll(/\s+/g, (space) => space.includes("\n") ? "\n" : " ")
    .split(/[.!?](?=\s|$)|[;\n]|,?\s+(?:and\s+)?then\s+|,\s+(?:and\s+)?(?:also|afterwards|finally)\s+/)
    .map((clause) => clause.replace(LIST_MARKER, "").slice(0, MAX_CLAUSE_LENGTH).trim())
    .filter((clause) => clause !== "");
  return [...new Set(clauses)].slice(0, MAX_CLAUSES).map(withoutLeadIn).filter((clause) => clause !== "");
}

function withoutLeadIn(clause: string): string {
  for (let shorter = clause.replace(LEAD_IN, ""); shorter !== clause; shorter = clause.replace(LEAD_IN, "")) {
    clause = shorter;
  }
  return clause;
}
