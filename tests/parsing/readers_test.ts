import assert from "node:assert/strict";
import { join } from "node:path";
import { PROGRAM } from "../checks/sources.ts";
import { ROOT } from "../kit/root.ts";
import { worked } from "../kit/worked.ts";
import { KNOWN, type Known } from "./readers.ts";

const LENGTH = 100_000;
const MAX_MILLISECONDS = 50;

/** On a slow machine a reader may take longer, if it takes no more than twice as long as for four quarters. */
const MAX_MILLISECONDS_SLOW = 500;
const MAX_GROWTH = 2;

/** Redaction looks at texts from a place on, and has trials of its own. */
const REDACTION = "services/ground/kernel/redaction/";

/** A first parameter of this name is a text from outside, and its function a reader of one. */
const TEXT =
  "text|content|line|request|query|said|output|words|written|markdown|html|message|title|statement|" +
  "sentence|clause|command|pattern|body|printed|source";

const DECLARATION = new RegExp(
  String
    .raw`^export (?:async )?(?:function\*? (\w+)(?:<[^(]*>)?|const (\w+) = (?:async )?)\(\s*(?:${TEXT}): string\b`,
  "gm",
);

const READERS = PROGRAM.filter(({ path }) =>
  /^(?:services|store|routes)\//.test(path) && !path.startsWith(REDACTION)
).flatMap((
  { path, text },
) =>
  [...text.matchAll(DECLARATION)].map(([, declared, constant]) => ({ path, name: (declared ?? constant)! }))
);

/** What is repeated: what texts consist of, and what patterns stop at. */
const UNITS = [
  " ",
  "\n",
  " \n",
  "a",
  "1",
  "a ",
  "a b\n",
  ".",
  ". ",
  "?",
  ", ",
  ":",
  "x: ",
  "/",
  "\\",
  '\\"',
  "=",
  "`",
  "```\n",
  '"',
  "'",
  "“",
  "(",
  "[",
  "{",
  "}",
  "{{",
  "<a ",
  "@",
  "a@",
  "${{",
  " then ",
  "\u202e",
];

const repeated = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

function* textsFor({ most = LENGTH, heads = [] }: Known): Generator<string> {
  for (const head of ["", ...heads]) {
    for (const unit of UNITS) {
      const text = (head + repeated(unit, most)).slice(0, most);
      yield text;
      yield `${text.slice(0, -1)}x`;
    }
  }
}

for (const { path, name } of READERS) {
  const known = KNOWN[`${path} ${name}`] ?? {};
  if (known.not) continue;
  Deno.test(`${name}() of ${path} reads ${known.most ?? LENGTH} repeated characters in 50 ms`, async () => {
    const { [name]: read } = await import(join(ROOT, path));
    let answered = false;
    const readOne = (text: string): void => {
      try {
        const value = read(text, ...known.rest ?? []);
        if (value instanceof Promise) value.catch(() => {});
        else if (typeof value?.next === "function") { for (const _ of value); }
        answered = true;
      } catch (cause) {
        if (!(cause instanceof TypeError)) answered = true;
      }
    };
    for (const text of textsFor(known)) {
      const took = await worked(() => readOne(text), MAX_MILLISECONDS);
      if (took <= MAX_MILLISECONDS) continue;
      const quarter = text.slice(0, text.length / 4);
      const quarters = await worked(() => [1, 2, 3, 4].forEach(() => readOne(quarter)), 0);
      assert.ok(
        took <= Math.min(MAX_MILLISECONDS_SLOW, MAX_GROWTH * quarters),
        `${Math.round(took)} ms, four quarters ${Math.round(quarters)} ms, for ${
          JSON.stringify(text.slice(0, 40))
        }…`,
      );
    }
    assert.ok(answered, "It never got to its text. Name its other arguments in readers.ts.");
  });
}

Deno.test("what is known of readers is of ones that there are", () => {
  const names = READERS.map(({ path, name }) => `${path} ${name}`);
  assert.deepEqual(Object.keys(KNOWN).filter((each) => !names.includes(each)), []);
});
