import assert from "node:assert/strict";
import { join } from "node:path";
import { COMMAND_FILES, type CommandFile } from "../../commands/derived/command_file.ts";
import { describeCommands } from "../../commands/derived/describe.ts";
import { inputsOf } from "../../packaging/inputs.ts";
import { ROOT } from "../kit/root.ts";
import { CONTRACTS, directoryOf } from "../kit/contracts.ts";
import { temporaryDirectory } from "../temporary.ts";
import { runCli } from "./fixture.ts";

// Whoever needs the commands has them described.
const { stdout: HELP } = await runCli(["dashboard", "search", "--help"]);

const pathOf = (name: string): string => join(ROOT, COMMAND_FILES.kept, `${name}.json`);
const readKept = (name: string): CommandFile => JSON.parse(Deno.readTextFileSync(pathOf(name)));

Deno.test("kept commands: they are those of the contracts, each with the sources that it is made from", () => {
  const described = JSON.parse(JSON.stringify(describeCommands(CONTRACTS)));
  const domains = Object.keys(CONTRACTS);
  assert.deepEqual(domains.flatMap((domain) => readKept(domain).commands), described);
  assert.deepEqual(
    readKept("list").commands,
    described.map(({ key, domain, words, summary }: Record<string, unknown>) => ({
      key,
      domain,
      words,
      summary,
    })),
  );
  for (const domain of domains) {
    const contract = `routes/${directoryOf(domain)}/contract.ts`;
    for (const name of [domain, "list"]) {
      assert.ok(readKept(name).inputs.some(([path]) => path === contract), `${name} from ${contract}`);
    }
  }
});

Deno.test("kept commands: they are described again if a source has changed or is gone, or if the file is cut off", async () => {
  assert.match(HELP, /^Usage: agent-harness dashboard search/);
  const good = readKept("search");
  const [[path, size, modified] = ["", 0, 0]] = good.inputs;
  const stale: [string, string][] = [
    ["of another size", JSON.stringify({ inputs: [[path, size + 1, modified]], commands: [] })],
    ["changed later", JSON.stringify({ inputs: [[path, size, modified - 1]], commands: [] })],
    ["gone", JSON.stringify({ inputs: [["routes/gone.ts", size, modified]], commands: [] })],
    ["cut off", JSON.stringify(good).slice(0, -9)],
  ];
  for (const [what, text] of stale) {
    Deno.writeTextFileSync(pathOf("search"), text);
    const { stdout } = await runCli(["dashboard", "search", "--help"], { fromSources: true });
    assert.equal(stdout, HELP, what);
    assert.deepEqual(readKept("search"), good, what);
  }
});

Deno.test("kept commands: the list is made of what the contracts themselves say", () => {
  // No other file is looked at when a command starts, so that it starts at once.
  const text = readKept("list").inputs.map(([path]) => Deno.readTextFileSync(join(ROOT, path))).join("\n");
  for (const contract of Object.values(CONTRACTS)) {
    for (const [key, { cli, summary }] of Object.entries(contract)) {
      for (const said of [key, cli, summary]) {
        assert.ok(text.includes(JSON.stringify(said)), `${key}: ${said}`);
      }
    }
  }
});

Deno.test("inputsOf() follows values, and of what only passes them on those that are imported", () => {
  const root = temporaryDirectory();
  const files = {
    "a/entry.ts":
      'import { one, type Four } from "../b/mod.ts";\nimport type { Five } from "./five.ts";\nexport const x = one;\n',
    "b/mod.ts":
      '/** Passes on. */\nexport { own as one } from "./one.ts";\nexport { two } from "./two.ts";\nexport * from "./three.ts";\n',
    "b/one.ts": 'import {\n  six,\n} from "./mixed.ts";\nexport const own = six;\n',
    "b/two.ts": "export const two = 2;\n",
    "b/three.ts": "export const three = 3;\n",
    "b/mixed.ts": 'export { two } from "./seven.ts";\nexport const six = 6;\n',
    "b/seven.ts": "export const two = 2;\n",
    "a/five.ts": "export type Five = 5;\n",
  };
  for (const [path, text] of Object.entries(files)) {
    Deno.mkdirSync(join(root, path, ".."), { recursive: true });
    Deno.writeTextFileSync(join(root, path), text);
  }
  assert.deepEqual(inputsOf(root, "a/entry.ts"), [
    "a/entry.ts",
    "b/mixed.ts",
    "b/mod.ts",
    "b/one.ts",
    "b/seven.ts",
    "b/three.ts",
  ]);
  Deno.removeSync(root, { recursive: true });
});
