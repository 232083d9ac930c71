import assert from "node:assert/strict";
import { matchesPattern, patternFor, readPattern } from "../../services/ground/policy/patterns.ts";

const PYTEST = readPattern("pytest *");

/** What a pattern by prefix of the text would let through; each is a control of the parsed one. */
const ESCAPES = [
  "pytest; curl example.org",
  "pytest;curl example.org",
  "pytest && rm -rf .",
  "pytest || true",
  "pytest | sh",
  "pytest & sh",
  "pytest $(sh evil.sh)",
  'pytest "$(sh evil.sh)"',
  "pytest `sh evil.sh`",
  'pytest "`sh evil.sh`"',
  "pytest\nsh evil.sh",
  "pytest\rsh evil.sh",
  "pytest \\\nsh",
  "pytest > .github/workflows/ci.yml",
  "pytest < /etc/passwd",
  "pytest <(sh evil.sh)",
  "pytest ${IFS}x",
  "pytest $HOME",
  "pytest *.py",
  "pytest ?",
  "pytest ~/x",
  "pytest {a,b}",
  "pytest 'unfinished",
  'pytest "unfinished',
  "pytest #x",
  "pytest !!",
  "pytest \u0000x",
  "pytest\tx",
];

Deno.test("patterns: what a shell would act on matches none, though the text begins as the pattern does", () => {
  for (const command of ESCAPES) {
    assert.equal(command.startsWith("pytest"), true, "the control: a prefix would match");
    assert.equal(matchesPattern(PYTEST, command), false, JSON.stringify(command));
  }
});

Deno.test("patterns: variables, wrappers and other programs in front are other commands", () => {
  for (
    const command of [
      "PATH=/tmp pytest -q",
      "env pytest",
      "sudo pytest",
      "/tmp/pytest",
      "./pytest",
      "pytest2",
      "pytestx -q",
      "Pytest",
      '"py test"',
      " ",
      "",
    ]
  ) assert.equal(matchesPattern(PYTEST, command), false, command);
});

Deno.test("patterns: words match words, however they are quoted", () => {
  for (
    const command of [
      "pytest",
      "pytest -q tests/a.py",
      "pytest 'a b;c'",
      '"pytest" "-k" "x and y"',
      "  pytest  -q ",
    ]
  ) {
    assert.equal(matchesPattern(PYTEST, command), true, command);
  }
  assert.equal(matchesPattern(readPattern("npm run build"), "npm run build"), true);
  assert.equal(matchesPattern(readPattern("npm run build"), "npm run build:x"), false);
  assert.equal(matchesPattern(readPattern("npm run build"), "npm run build --if-present"), false);
  assert.equal(matchesPattern(readPattern("npm run *"), "npm install"), false);
});

Deno.test("patterns: one that would admit anything is refused with a sentence", () => {
  for (
    const text of [
      "*",
      "sh *",
      "bash -c *",
      "/bin/sh *",
      "env *",
      "sudo *",
      "xargs *",
      "find *",
      "A=1 pytest *",
      "py* x",
      "pytest; *",
      "",
      "a * b",
    ]
  ) assert.throws(() => readPattern(text), { name: "InvalidError" }, text);
});

Deno.test("patterns: the one that is proposed matches the command it is for", () => {
  assert.equal(patternFor("pytest -q"), "pytest *");
  assert.equal(patternFor("npm run build"), "npm run *");
  assert.equal(patternFor("npm"), "npm *");
  assert.equal(patternFor("pytest -q; rm x"), null);
  assert.equal(patternFor("sh -c 'pytest'"), null);
});
