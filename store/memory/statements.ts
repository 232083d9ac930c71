/** What a sentence states: its subject and its value. Two with one subject and different values may contradict. */
type Statement = { subject: string; value: string };

const MAX_STATEMENTS = 8;
const MAX_WORDS = 16;

const FILLERS = new Set(
  ("a an the this that these those it its our ours we you your i my they their there here please let's lets " +
    "project's repo's just so also all").split(" "),
);

const OPENING = "(?:please |we |you |let's |always |should |must |to )*";
const ASPECTS: RegExp[] = [
  new RegExp(`^(?:for|when) (?<s>.+?),? ${OPENING}(?:use|prefer|choose|run) (?<v>.+)$`),
  new RegExp(`^${OPENING}(?:use|prefer|choose|pick) (?<v>.+?) (?:for|as|in|to) (?<s>.+)$`),
  /^(?<s>.+?) (?:is|are|was|were|equals|means|uses|runs on|lives in|(?:should|must|shall|will) be) (?<v>.+)$/,
  /^(?<s>[^:=]{1,80}?)\s*(?:=|:(?=\s))\s*(?<v>.+)$/,
];
const CHOICE = new RegExp(
  `^${OPENING}(?:use|prefer|choose|pick) (?<v>.+?),? (?:over|instead of|rather than|not) (?<w>.+)$`,
);
const ORDER =
  /^(?:please |we |you )*(?<p>always|never|do not|don't|must not|mustn't|should not|shouldn't|must|should|do) (?<s>.+)$/;
const FORBIDS = /^(?:never|do not|don't|must not|mustn't|should not|shouldn't)$/;

/** Returns the words of a text for comparisons: lower case, without fillers and surrounding punctuation. */
export function wordsOf(text: string): string[] {
  return (text.normalize("NFKC").toLowerCase().replaceAll("’", "'").match(/[\p{L}\p{N}_'./+#@-]+/gu) ?? [])
    .map((word) => word.replace(/^['./-]+|['./-]+$/g, ""))
    .filter((word) => word !== "" && !FILLERS.has(word));
}

/** Returns a text as its bag of words, which is the same for texts that differ only in order, case and fillers. */
export const bagOf = (text: string): string => wordsOf(text).sort().join(" ");

/** Returns what a text states, at most eight statements, judged only by the form of its sentences. */
export function statementsOf(text: string): Statement[] {
  const statements = sentencesOf(text).flatMap(readSentence);
  const seen = new Set<string>();
  return statements.filter(({ subject }) => !seen.has(subject) && seen.add(subject)).slice(
    0,
    MAX_STATEMENTS,
  );
}

/** Returns whether two values of one subject exclude each other; a more specific value does not. */
export function contradicts(a: string, b: string): boolean {
  const [deniesA, deniesB] = [a.startsWith("not "), b.startsWith("not ")];
  if (deniesA && deniesB) return false;
  if (deniesA) return a.slice(4) === b;
  if (deniesB) return b.slice(4) === a;
  const [wordsA, wordsB] = [a.split(" "), b.split(" ")];
  return !wordsA.every((word) => wordsB.includes(word)) && !wordsB.every((word) => wordsA.includes(word));
}

const sentencesOf = (text: string): string[] =>
  text.normalize("NFKC").toLowerCase().replaceAll("’", "'").split(/[.!?;](?:\s+|$)|\n+/).map((sentence) =>
    sentence.replace(/\s+/g, " ").replace(/^[\s*>-]+|\s+$/g, "")
  ).filter((sentence) => sentence !== "" && sentence.length <= 400);

function readSentence(sentence: string): Statement[] {
  const found: Statement[] = [];
  // A subject that consists of fillers names nothing.
  const add = (family: string, topic: string, value: string) => {
    if (topic.trim() !== "" && value !== "") found.push({ subject: `${family} ${topic}`, value });
  };
  const choice = CHOICE.exec(sentence)?.groups;
  if (choice) {
    const sides = [key(choice.v!), key(choice.w!)];
    if (!sides.includes("")) add("choice", sides.toSorted().join(" | "), sides[0]!);
  }
  const order = ORDER.exec(sentence)?.groups;
  const forbids = order !== undefined && FORBIDS.test(order.p!);
  if (order) add("order", key(order.s!), forbids ? "no" : "yes");
  if (choice || forbids) return found;
  const aspect = ASPECTS.map((each) => each.exec(sentence)?.groups).find((groups) => groups !== undefined);
  if (aspect) {
    const value = key(aspect.v!.replace(DENIAL, ""));
    add("about", key(aspect.s!), value && DENIAL.test(aspect.v!) ? `not ${value}` : value);
  }
  return found;
}

const DENIAL = /^(?:not|never) /;

const key = (text: string): string => wordsOf(text).slice(0, MAX_WORDS).join(" ");
