import assert from "node:assert/strict";
import fc from "fast-check";
import { formatInstruction } from "../../../services/workforce/recipes/language/format.ts";
import type { Instruction } from "../../../services/workforce/recipes/language/instruction.ts";
import { parseRecipe } from "../../../services/workforce/recipes/parse.ts";
import { anyText } from "../../kit/any_text.ts";

function understood(text: string): Instruction[] {
  const parsed = parseRecipe(text);
  assert.ok("instructions" in parsed, JSON.stringify(parsed));
  return parsed.instructions;
}

function refused(text: string) {
  const parsed = parseRecipe(text);
  assert.ok("misunderstood" in parsed, JSON.stringify(parsed));
  return parsed.misunderstood;
}

const UNDERSTOOD: readonly (readonly [string, readonly Instruction[]])[] = [
  ['create docs/NOTE.md with "hello"', [{ kind: "create", path: "docs/NOTE.md", content: "hello" }]],
  ['CREATE "my notes/a b.md" WITH "x"', [{ kind: "create", path: "my notes/a b.md", content: "x" }]],
  ['create a with "say \\"hi\\"\\n\\tC:\\\\x"', [{
    kind: "create",
    path: "a",
    content: 'say "hi"\n\tC:\\x',
  }]],
  ['create a with "".', [{ kind: "create", path: "a", content: "" }]],
  ["create a with:\n```ts\nlet x = 1;\n\n~~~\n```\n", [{
    kind: "create",
    path: "a",
    content: "let x = 1;\n\n~~~\n",
  }]],
  ["create a with:\n\n~~~~\n```\n~~~\n~~~~", [{ kind: "create", path: "a", content: "```\n~~~\n" }]],
  ["- create a with:\n  ```\n  x\n    y\n  ```", [{ kind: "create", path: "a", content: "x\n  y\n" }]],
  ["create a with:\r\n```\r\nx\r\n```\r\n", [{ kind: "create", path: "a", content: "x\n" }]],
  ["create a with:\n```\n```", [{ kind: "create", path: "a", content: "" }]],
  ['append "x" to ./docs//a.md.', [{ kind: "append", path: "docs/a.md", text: "x" }]],
  ['Please prepend "x" to a', [{ kind: "prepend", path: "a", text: "x" }]],
  ['replace "a" with "$1" in src/**/*.ts', [
    { kind: "replace", search: { kind: "text", text: "a" }, replacement: "$1", target: "src/**/*.ts" },
  ]],
  ['replace /a;[/"]\\/b/gi with "c;d" in *.md; delete x', [
    {
      kind: "replace",
      search: { kind: "regex", source: 'a;[/"]\\/b', flags: "gi" },
      replacement: "c;d",
      target: "*.md",
    },
    { kind: "delete", path: "x" },
  ]],
  ["rename a.md to docs/b.md", [{ kind: "rename", from: "a.md", to: "docs/b.md" }]],
  ["delete docs/", [{ kind: "delete", path: "docs" }]],
  ["delete .github/x.yml", [{ kind: "delete", path: ".github/x.yml" }]],
  ["run npm test; echo done.", [{ kind: "run", command: "npm test; echo done." }]],
  ["1. run  echo 'a;b'  ", [{ kind: "run", command: "echo 'a;b'" }]],
  ['delete a; run echo "x;y"; delete b', [
    { kind: "delete", path: "a" },
    { kind: "run", command: 'echo "x;y"' },
    { kind: "delete", path: "b" },
  ]],
  ['\n\n* create a with "1;2"; ;\n2) delete b\n\n', [
    { kind: "create", path: "a", content: "1;2" },
    { kind: "delete", path: "b" },
  ]],
];

for (const [text, instructions] of UNDERSTOOD) {
  Deno.test(`parseRecipe understands ${JSON.stringify(text)}`, () => {
    assert.deepEqual(understood(text), instructions);
  });
}

const REFUSED: readonly (readonly [string, RegExp])[] = [
  ["", /contains no instruction/],
  ["Add a README", /"Add" is not an instruction of the recipe language\.$/],
  ['add a.txt "x"', /Did you mean `create <path> with "<text>"`\?/],
  ['add a.txt with "x"', /Did you mean `create a\.txt with "x"`\?/],
  ['creat a with "x"', /Did you mean `create a with "x"`\?/],
  ["mv a b", /Did you mean `rename <path> to <path>`\?/],
  ["run: npm test", /Did you mean `run npm test`\?/],
  ["Remove the old tests", /"Remove" is not an instruction of the recipe language\.$/],
  ["remove a.txt", /Did you mean `delete a\.txt`\?/],
  ["Explain the code", /"Explain" is not an instruction of the recipe language\.$/],
  ["create a", /Expected "with" after the path, but the instruction ends there/],
  ['create my file.md with "x"', /Expected "with" after the path, found "file.md"/],
  ["create a with “x”", /in double quotes, found "“x”"/],
  ["create a with 'x'", /in double quotes/],
  ['create a with "x', /does not end on this line/],
  ['create a with "x" now', /Expected the end of the instruction, found "now"/],
  ['create a with "\\d"', /\\d is not an escape/],
  ['create a with: "x"', /without the colon/],
  ["create a with:", /No fenced block/],
  ["create a with:\ndelete b", /No fenced block/],
  ["create a with:\n```\nx", /not closed/],
  ["```\nrun x\n```", /belongs to no instruction/],
  ["append x to a", /in double quotes, found "x"/],
  ['replace "" with "x" in a', /is empty/],
  ['replace // with "x" in a', /is empty/],
  ['replace /(/ with "x" in a', /not valid/],
  ['replace /a/v with "x" in a', /g, i, m, s, u and y/],
  ['replace /a with "x" in a', /no closing slash|is empty|Expected/],
  ['replace "a" with "b"', /Expected "in"/],
  ["rename a to a", /Both paths are the same/],
  ["rename a", /Expected "to"/],
  ["delete", /Expected a path/],
  ["delete a b", /a path with spaces needs double quotes/],
  ["delete `a`", /without quotes or in straight double quotes/],
  ["run", /No command follows/],
  ["delete a; run echo 'x; delete b'", /Put `run` at the start of its own line/],
  ['create /etc/passwd with "x"', /outside the repository/],
  ['create ~/x with "x"', /outside the repository/],
  ['create C:/x with "x"', /outside the repository/],
  ['create file:///x with "x"', /outside the repository/],
  ['create ../x with "x"', /contains "\.\."/],
  ['create a/../../x with "x"', /contains "\.\."/],
  ['append "x" to .git/config', /git directory/],
  ['append "x" to .GIT/config', /git directory/],
  ['append "x" to sub/.Git/hooks/x', /git directory/],
  ['append "x" to git~1/config', /git directory/],
  ['append "x" to ".g\u200cit/config"', /git directory/],
  ['append "x" to ".git /config"', /git directory/],
  ['create "a\\\\b" with "x"', /backslash/],
  ['create "..\\\\b" with "x"', /contains "\.\."/],
  ['create "a\\nb" with "x"', /control character/],
  ["delete .", /it names the repository itself/],
  ["rename a to ..", /contains "\.\."/],
  ['create "" with "x"', /is empty/],
];

for (const [text, reason] of REFUSED) {
  Deno.test(`parseRecipe refuses ${JSON.stringify(text)} with its reason`, () => {
    const [first] = refused(text);
    assert.match(first?.reason ?? "", reason);
    assert.equal(first?.line, 1);
  });
}

Deno.test("parseRecipe gives every line that it does not understand with its number and text", () => {
  const text = "create a with:\n```\nx\n```\nAdd b\n\n- delete c; please tidy up\nrun x";
  assert.deepEqual(refused(text).map(({ line, text }) => [line, text]), [[5, "Add b"], [7, "tidy up"]]);
});

Deno.test("parseRecipe cuts the text of a very long line", () => {
  assert.ok((refused("x".repeat(100_000))[0]?.text.length ?? 0) <= 201);
});

/** Instructions that are parsed have a prototype. */
const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record<T>(model, { noNullPrototype: true });
const words = anyText({ maxLength: 60 });
const text = fc.oneof(
  words,
  fc.string({ unit: fc.constantFrom("`", "~", "\n", '"', "\\", "\t", ";", "\r", " ", "x") }),
);
const name = fc.string({
  unit: fc.constantFrom(..."abzAZ09.-_ []{}*?,+@#~é;'\"&$`("),
  minLength: 1,
  maxLength: 8,
})
  .filter((name) => !/^[. ]+$|^~|^[A-Za-z]:/.test(name));
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"))
  .filter((path) => {
    const parsed = parseRecipe(`delete ${JSON.stringify(path)}`);
    return "instructions" in parsed &&
      parsed.instructions.every((found) => "path" in found && found.path === path);
  });
const command = fc.string({ unit: "grapheme-ascii", minLength: 1 }).map((text) => text.trim()).filter((
  text,
) => text !== "");
const instruction: fc.Arbitrary<Instruction> = fc.oneof(
  record({ kind: fc.constant("create" as const), path, content: text }),
  record({ kind: fc.constantFrom("append" as const, "prepend" as const), path, text }),
  record({
    kind: fc.constant("replace" as const),
    search: fc.oneof(
      record({ kind: fc.constant("text" as const), text: text.filter((text) => text !== "") }),
      record({
        kind: fc.constant("regex" as const),
        source: fc.constantFrom("a+", '[/;"]', "\\/x\\\\", "^ (a|b) $", "\\d{2};", "with"),
        flags: fc.constantFrom("", "g", "gimsuy"),
      }),
    ),
    replacement: text,
    target: path,
  }),
  record({ kind: fc.constant("rename" as const), from: path, to: path }).filter(({ from, to }) =>
    from !== to
  ),
  record({ kind: fc.constant("delete" as const), path }),
  record({ kind: fc.constant("run" as const), command }),
);

Deno.test("parseRecipe reads what formatInstruction writes as the same instruction", () => {
  fc.assert(
    fc.property(fc.array(instruction, { minLength: 1, maxLength: 5 }), (instructions) => {
      assert.deepEqual(understood(instructions.map(formatInstruction).join("\n")), instructions);
    }),
    { numRuns: 1_000 },
  );
});

Deno.test("parseRecipe answers any text, and never both ways", () => {
  fc.assert(fc.property(fc.oneof(words, text), (text) => {
    const parsed = parseRecipe(text);
    assert.ok("instructions" in parsed ? parsed.instructions.length > 0 : parsed.misunderstood.length > 0);
  }));
});
