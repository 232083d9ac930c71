import assert from "node:assert/strict";
import { stringify } from "yaml";
import { parseSource } from "../../../../services/control/workflows/language/parse_source.ts";
import { parsedSourceSchema } from "../../../../services/control/workflows/language/source.ts";
import { writeSource } from "../../../../services/control/workflows/write_source.ts";
import { inspectJson } from "../../../../routes/json_text.ts";
import type { Random } from "../../../recovery/load/random.ts";
import { size, template, utf8 } from "../bytes.ts";
import type { Target } from "../engine.ts";

const SEEDS = [
  'name: Checks\nnodes:\n  - id: a\n    kind: verify\n    with: { command: "true" }\n  - id: b\n    needs: [a]\n',
  "# a comment\na: |\n  text\n  more\nb: >-\n  folded\n  text\n? key\n: value\n",
  "a: &x [1, 2.5, ~, yes, 0x1f, 1e3]\nb: *x\n<<: { c: d }\n",
  '{"a": [1, {"b": null}], "c": "\\u00e9\\n"}',
  "- 'single ''quoted'''\n- \"double \\\"quoted\\\" \\x41\"\n- !!str 1\n- !tag x\n---\n...\n",
];

/** A value of JSON. */
function valueOf(random: Random, depth = 0): unknown {
  const of = <Item>(...items: [Item, ...Item[]]) => random.pick(items);
  switch (random.between(0, depth > 4 ? 4 : 6)) {
    case 0:
      return of<unknown>(null, true, false);
    case 1:
      return of(0, -1, 1.5, 1e21, 5e-324, 2 ** 53, random.next());
    case 2:
    case 3:
      return of(
        "",
        "~",
        "yes",
        "a: b",
        "- x",
        "#",
        "'",
        '"',
        "\n",
        " a ",
        "\t",
        "0x10",
        "2026-01-01",
        "a\u2028b",
        "é",
        "*a",
        "&a",
        "%TAG",
        "|",
        "🙂",
      );
    case 4:
      return [];
    case 5:
      return Array.from({ length: random.between(0, 4) }, () => valueOf(random, depth + 1));
    default:
      return Object.fromEntries(
        Array.from({ length: random.between(0, 4) }, () => [
          of("a", "b", "c d", "__proto__", "", "1", "null", "x: y", "?", "é"),
          valueOf(random, depth + 1),
        ]),
      );
  }
}

/** YAML, as workflows are written: JSON means what it means, and what is read can be written and read again. */
export const yaml: Target = {
  name: "yaml",
  seeds: () => SEEDS.map(utf8),
  make: (random) => utf8(random.next() < 0.5 ? JSON.stringify(valueOf(random)) : stringify(valueOf(random))),
  words: [
    "*a",
    "&a ",
    "<<: ",
    "!!",
    "? ",
    "- ",
    ": ",
    "|\n",
    ">+1\n",
    "%YAML 1.1\n",
    "---\n",
    "\t",
    "{",
    "}",
    "[",
    "]",
    "''",
    "\\u0000",
    "__proto__: ",
  ],
  check: (input) => {
    const text = new TextDecoder().decode(input);
    const parsed = parsedSourceSchema.parse(parseSource(text));
    const json = jsonOf(text);
    if ("fault" in parsed) {
      const { line, column, message } = parsed.fault;
      assert.ok(line >= 1 && column >= 1 && /[.!?]$/.test(message), "a fault without a place or a sentence");
      assert.ok(
        json === undefined || inspectJson(text, 64).repeatedKey !== null || isOdd(text),
        `JSON is refused: ${template(message)}`,
      );
      return [`refused: ${template(message)}`];
    }
    for (const [start, value] of Object.values(parsed.places)) {
      assert.ok(start >= 0 && value <= text.length + 1, "a place outside of the text");
    }
    if (json !== undefined && !isOdd(text)) {
      assert.deepEqual(parsed.value, json, "JSON means something else as YAML");
    }
    const again = parseSource(writeSource(parsed.value));
    if ("value" in again) {
      assert.deepEqual(again.value, parsed.value, "it is something else when it is written and read again");
    } else assert.fail(`what was read cannot be written: ${template(again.fault.message)}`);
    return [`read: ${shape(parsed.value)} ${size(Object.keys(parsed.places).length)}`];
  },
};

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON that YAML 1.2 does not contain: control characters, half surrogates, and keys that are too long for it. */
const isOdd = (text: string): boolean => /[\x7f-\x9f\ufeff\t\r]|\\u|.{900}/.test(text);

/** Only the outermost levels: each shape is an entry of the corpus. */
const shape = (value: unknown, depth = 0): string => {
  if (typeof value !== "object" || value === null || depth > 3) return typeof value;
  const inner = [...new Set(Object.values(value).map((each) => shape(each, depth + 1)))].slice(0, 3).join();
  return Array.isArray(value) ? `[${inner}]` : `{${inner}}`;
};
