import assert from "node:assert/strict";
import { PROGRAM } from "./sources.ts";
import { withArticle } from "../../store/words.ts";

/** Words that do not come back, and what is said instead. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:MOST|LEAST|LONGEST|SHORTEST|FEWEST|LARGEST|SMALLEST)(?:_[A-Z]| =)/, "MAX_ or MIN_"],
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
  [/\bGo on without it\b/, "Continue without it"],
  [/\bput on top of\b/, "merged onto"],
  [/\bbreaks off before its end\b/, "is incomplete"],
  [/\btook too long and was ended\b/, "took too long and was stopped"],
  [/\bas it was looked at\b/, "as it was reviewed"],
  [/\bas (?:it|they) should be\b/, "correct"],
  [/\b(?:the )?person has enough\b/, "stops"],
  [/\bReturns up (?!to\b)/, "Drops, stops, removes"],
  [/\bis not good\b/, "is damaged, is invalid"],
  [/\bstands? there twice\b/, "appears twice"],
  [/\bwrite it anew\b/, "rewrite it"],
  [/\bNothing happens by itself\b/, "Nothing."],
  [/\bdoes not fit its\b/, "does not match its"],
  [/\bno honest one\b/, "which is the limit"],
  [/\b[Ww]hoever\b/, "a person who, the worker, no matter who"],
  [/\bof its own(?=[.,;:)]| (?:and|that|which|for|where|with)\b)/, "its own …, a separate …"],
  [/\bgoes on\b/, "continues"],
  [/\bcomes to\b/, "the total, the result"],
  [/\b(?:stands in|what stands|as it stands)\b/i, "is in, the content"],
  [/\bholds? for\b/, "applies to"],
  [/\bis told\b/, "gets, is notified"],
  [/\bwhere there is none\b/, "if there is none"],
  [/\bby itself\b/, "automatically"],
  [/\bas it was (?:written|sent|named|left|typed)\b/, "as written, unchanged"],
  [/\b[Gg]ives the way to\b/, "Returns a function that …"],
  [/\b[Ss]eat\b/, "runtime"],
  [
    /(?<!-)\b[Aa]n? \$\{(?!actorType|approval\.authority|one\.actorType)/,
    "withArticle(…), which knows a from an",
  ],
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
    "Go on without it.",
    "It was put on top of HEAD.",
    "The calendar breaks off before its end.",
    "It took too long and was ended.",
    "only where it is as it was looked at",
    "The read models were as they should be.",
    "until the person has enough",
    "/** Returns up the connections. */",
    "The backup is not good.",
    "an artifact stands there twice",
    "another language: write it anew",
    "Nothing happens by itself",
    "its hash does not fit its fields",
    "which no honest one does",
    "for whoever hears the page",
    "It runs in a worktree of its own.",
    "the run goes on",
    "what a month of them comes to",
    "the filter stands in the address",
    "an answer that holds for the run",
    "what a model is told",
    "null where there is none",
    "what is due by itself",
    "the text as it was written",
    "Gives the way to end it.",
    "the seat of a connector",
    "`only a human decides a ${policyClass} checkpoint`",
  ];
  assert.deepEqual(samples.map((line, at) => WORDS[at]![0].test(line)), samples.map(() => true));
});

Deno.test("withArticle() says a or an as one hears it, with a capital where a sentence begins", () => {
  const words = ["external-write", "internal", "repo-write", "operator", "user", "unit", "update", "human"];
  assert.deepEqual(words.map((word) => withArticle(word)), [
    "an external-write",
    "an internal",
    "a repo-write",
    "an operator",
    "a user",
    "a unit",
    "an update",
    "a human",
  ]);
  assert.deepEqual([withArticle("start", true), withArticle("external-write", true)], [
    "A start",
    "An external-write",
  ]);
});
