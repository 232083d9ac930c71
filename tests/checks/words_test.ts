import assert from "node:assert/strict";
import { PROGRAM } from "./sources.ts";

/** Words that do not come back, and what is said instead. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:MOST|LEAST|LONGEST|SHORTEST|FEWEST|LARGEST|SMALLEST)_[A-Z]/, "MAX_ or MIN_"],
  [/\b(?:takeUp|putDown|putBack|keepHouse|goOn)\b/, "start, stop, requeue, maintain, resume"],
  [/\bnobody knows\b/i, "unknown"],
  [/\bcome to (?:its|their|an) end\b/, "finished, ended"],
  [/\/\*\* Gives (?!the whole archive|all tasks)/, "Returns"],
  [/\bis no [a-z]+ (?:that|which)\b/, "is not a …"],
  [/\bnever looked at\b|\bwas never looked\b/, "not checked yet"],
  [/\bnobody acts\b/i, "if you do nothing"],
  [/"The one before"/, "Previous …"],
  [/\btook its place\b/, "replaced it"],
  [/\bcomes to its\b/, "ends, is spent"],
  [/\bstands here\b/, "is here, appears here"],
  [/\bwaits no more\b/, "is no longer waiting"],
  [/\bin good order\b/, "cleanly, correctly"],
  [/\bwhich is the most\b/, "which is the limit"],
  [/\bso that nobody\b/, "so no …"],
  [/\bas (?:it|they) should be\b/, "correct"],
  [/\b(?:the )?person has enough\b/, "stops"],
  [/\bReturns up (?!to\b)/, "Drops, stops, removes"],
  [/\bis not good\b/, "is damaged, is invalid"],
  [/\bstands? there twice\b/, "appears twice"],
  [/\bwrite it anew\b/, "rewrite it"],
  [/\bNothing happens by itself\b/, "Nothing."],
  [/\bdoes not fit its\b/, "does not match its"],
  [/\bno honest one\b/, "which is the limit"],
];

Deno.test("the program says the standard terms: none of the words on the list stands in it", () => {
  const found = PROGRAM.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, at) =>
      WORDS.filter(([word]) => word.test(line)).map(([, instead]) =>
        `${path}:${at + 1}: say ${instead}: ${line.trim()}`
      )
    )
  );
  assert.deepEqual(found, []);
});

Deno.test("each word of the list is found where it stands", () => {
  const samples = [
    "const MOST_BYTES = 1;",
    "await putBack(service);",
    "a cost that nobody knows",
    "did not come to its end",
    "/** Gives the rows. */",
    "This is no skill that can be imported",
    "never looked at",
    "If nobody acts",
    'does: "The one before"',
    "A newer one took its place.",
    "a program comes to its end",
    "it stands here",
    "The approval waits no more.",
    "stops in good order",
    "40 apps, which is the most",
    "so that nobody waits",
    "The read models were as they should be.",
    "until the person has enough",
    "/** Returns up the connections. */",
    "The backup is not good.",
    "an artifact stands there twice",
    "another language: write it anew",
    "Nothing happens by itself",
    "its hash does not fit its fields",
    "which no honest one does",
  ];
  assert.deepEqual(samples.map((line, at) => WORDS[at]![0].test(line)), samples.map(() => true));
});
