import assert from "node:assert/strict";
import { join } from "node:path";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { imported, shown, written } from "./scenario.ts";

const FILES = {
  "src/main.ts": "",
  "src/routes/mod.ts": "",
  "docs/setup guide.md": "",
  "packages/web/src/index.ts": "",
  "scripts/build.sh": "",
  ".gitignore": "dist/\n*.log\n/local\n.env*\n!.env.example\n",
  "package.json": '{"scripts":{"build":"x","test":"y"}}',
  "packages/web/package.json": '{"scripts":{"dev":"x"}}',
  "deno.jsonc": '{ // tasks\n "tasks": { "check": "x", /* more */ "soak": "y", }, }',
  "Makefile": ".PHONY: all\nall: build\nbuild install:\n\ttrue\nVERSION := 1\n",
  "justfile": "default:\n  true\n@release version:\n  true\nalias r := release\n",
};

/** What the check says of a document: line, kind and text of each item, with its state when that is not `missing`. */
async function driftOf(h: Harness, root: string, content: string): Promise<string[]> {
  const { drift } = await shown(h, (await written(h, root, content)).id);
  assert.equal(drift.complete, true);
  return drift.items.map(({ line, kind, text, state }) =>
    `${line} ${kind} ${text}${state === "missing" ? "" : ` ${state}`}`
  );
}

Deno.test("drift names paths in code spans and links that the repository does not have", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await harness();
  const content = [
    "Start at `src/main.ts:12` and `src/old.ts`, see `./src/gone.ts` and `lib/`.",
    "[guide](docs/setup%20guide.md#install) [gone](docs/gone.md 'title') ![x](/src/main.ts) [y](/missing.png)",
    "[ref]: docs/nowhere.md",
    "Also `src/removed` and `and/or`, ``a `tick` src/x.ts``, `deno.jsonc`, `tsconfig.json`, `main.ts`, `web/src/index.ts`.",
    `Absolute: \`${repository.root}/src/main.ts\` and \`${repository.root}/src/away.ts\`.`,
  ].join("\n");
  assert.deepEqual(await driftOf(h, repository.root, content), [
    "1 path src/old.ts",
    "1 path ./src/gone.ts",
    "1 path lib/",
    "2 path docs/gone.md",
    "2 path /missing.png",
    "3 path docs/nowhere.md",
    "4 path src/removed",
    "4 path tsconfig.json",
    `5 path ${repository.root}/src/away.ts`,
  ]);
});

Deno.test("drift passes over what is not a path of the repository, or may well be absent", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await harness();
  const content = [
    "`application/json`, `GET /runs/:id`, `/projects/context`, `@scope/pkg`, `npm:zod@4`, `https://x.org/a.md`",
    "`path/to/file.ts`, `src/**/*.ts`, `src/<name>.ts`, `node.js`, `.ts`, `v1.2.3`, `ctx.store`, `~/.ssh/config`",
    "`dist/bundle.js`, `out.log`, `local/x.ts`, `.env.local`, `node_modules/zod/index.js`, `feature/x.ts`, `a b/c.ts`",
    "`github.com/org/repo.md`, `foo/bar.ts`, `.git/config`, `origin/main`, [mail](mailto:a@b.c), [top](#top), `[a](gone.md)`",
    "```ts\nimport x from './gone.ts';\n```",
    "```sh\n# cat gone.md\necho gone.md > made.md\nmkdir -p new/dir\ncurl https://x.org/gone.md\n```",
  ].join("\n");
  assert.deepEqual(await driftOf(h, repository.root, content), []);
});

Deno.test("drift names commands whose script, task, target, recipe or file is gone", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await harness();
  const content = [
    "Run `npm run lint`, `npm run build`, `npm test`, `deno task check`, `deno task gone` or `make clean`.",
    "```sh",
    "$ npm run dev && yarn run nope",
    "output of npm run ignored",
    "$ deno task soak",
    "$ make all VERSION=2",
    "$ just release 1",
    "$ just r",
    "$ just gone",
    "$ CI=1 bash scripts/build.sh && sh scripts/gone.sh",
    "$ ./gradlew \\",
    "  build",
    "$ python -m pytest tests/gone.py",
    "$ cd packages/web && node src/index.ts && node src/main.ts",
    "$ cat src/index.ts",
    "```",
    "```console",
    "git clone https://x.org/app.git",
    "cd app",
    "npm run anything",
    "```",
    "```bash",
    "cd packages/gone && npm run build",
    "```",
  ].join("\n");
  assert.deepEqual(await driftOf(h, repository.root, content), [
    "1 command npm run lint",
    "1 command deno task gone",
    "1 command make clean",
    "3 command npm run dev && yarn run nope",
    "9 command just gone",
    "10 command CI=1 bash scripts/build.sh && sh scripts/gone.sh",
    "11 command ./gradlew    build",
    "14 command cd packages/web && node src/index.ts && node src/main.ts",
    "23 command cd packages/gone && npm run build",
  ]);
  const { drift } = await shown(h, (await written(h, repository.root, "`deno task gone`")).id);
  assert.equal(drift.items[0]!.detail, 'No deno.json or package.json has a task "gone".');
  assert.equal(drift.checked, 1);
});

Deno.test("an imported document's paths are meant from its own directory first", async () => {
  using repository = TestRepository.make({
    ...FILES,
    "packages/web/AGENTS.md": "`./src/index.ts` `./src/main.ts` `./x.ts`",
  });
  await using h = await harness();
  const { id } = await imported(h, join(repository.root, "packages/web"), "AGENTS.md");
  assert.deepEqual((await shown(h, id)).drift.items.map(({ text }) => text), ["./x.ts"]);
});

Deno.test("drift looks at nothing outside of the repository", async () => {
  using elsewhere = TestRepository.make({ "there.md": "" });
  using repository = TestRepository.make(FILES);
  Deno.symlinkSync(elsewhere.root, join(repository.root, "out"));
  await using h = await harness();
  const content = "`../there.md` `out/there.md` `./src/../../x.ts` [x](../../etc/passwd) [y](out/there.md)";
  assert.deepEqual(await driftOf(h, repository.root, content), [
    "1 path ../there.md outside",
    "1 path out/there.md outside",
    "1 path ./src/../../x.ts outside",
    "1 path ../../etc/passwd outside",
  ]);
});

Deno.test("drift follows the repository: an item goes when the file comes, and reading records nothing", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const { id } = await written(h, repository.root, "See `docs/plan.md`.");
  const before = h.store.head;
  const first = await shown(h, id);
  assert.deepEqual(
    (await shown(h, id)).drift.items,
    first.drift.items,
    "the same state gives the same items",
  );
  assert.equal(first.drift.items.length, 1);
  repository.write({ "docs/plan.md": "" });
  assert.deepEqual((await shown(h, id)).drift.items, []);
  assert.equal(h.store.head, before);
});

Deno.test("a project whose directory is gone is one item, and its document is still shown", async () => {
  const repository = TestRepository.make();
  await using h = await harness();
  const { id } = await written(h, repository.root, "See `docs/plan.md`.");
  repository[Symbol.dispose]();
  const { content, drift } = await shown(h, id);
  assert.equal(content, "See `docs/plan.md`.");
  assert.deepEqual(drift.items.map(({ line, state, text }) => [line, state, text]), [[
    0,
    "missing",
    repository.root,
  ]]);
});

Deno.test("drift of a document with thousands of paths stops at its bound and says so", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await harness();
  const content = Array.from({ length: 5000 }, (_, i) => `\`src/gone${i}.ts\``).join("\n");
  const { drift } = await shown(h, (await written(h, repository.root, content)).id);
  assert.deepEqual([drift.checked, drift.complete, drift.items.length], [500, false, 500]);
  assert.equal(new Set(drift.items.map(({ id }) => id)).size, 500);
});

Deno.test("a repository with more entries than one check reads leaves unknown what only a listing can tell", async () => {
  using repository = TestRepository.make(FILES);
  const many = join(repository.root, "zz");
  Deno.mkdirSync(many);
  for (let i = 0; i < 20_001; i++) Deno.writeTextFileSync(join(many, `${i}`), "");
  await using h = await harness();
  const { id } = await written(
    h,
    repository.root,
    "`./gone.ts` `tsconfig.json` `src/main.ts` `npm run gone`",
  );
  const { drift } = await shown(h, id);
  assert.deepEqual(drift.items.map(({ text, state }) => [text, state]), [
    ["./gone.ts", "missing"],
    ["tsconfig.json", "unknown"],
    ["npm run gone", "unknown"],
  ]);
  assert.equal(drift.complete, false);
});
