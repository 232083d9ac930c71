import assert from "node:assert/strict";
import { z } from "zod";
import { DEFAULTS_FILE } from "../../services/control/autonomy/defaults/file.ts";
import { readStated } from "../../services/control/autonomy/defaults/read_stated.ts";
import { parseSettings, SETTINGS_FILE } from "../../services/sessions/models/providers/settings/settings.ts";
import { providerSettingsFileSchema } from "../../services/sessions/models/providers/settings/settings_schema.ts";
import { readSettings, settingsPath } from "../../services/machine/processes/sandbox/mod.ts";
import { temporaryDirectory } from "../temporary.ts";
import { pathOf } from "./pages/mod.ts";
import { type Block, blocksOf, WRITTEN } from "./pages/written.ts";

/** The sources in which variables of this program are read. */
const READERS = ["cli.ts", "main.ts", "commands", "packaging", "routes", "services", "store"];

/** What is read by a program that the service itself writes, or only by tests. */
const INTERNAL = new Set(["AGENT_HARNESS_EXECUTABLE"]);

function sourcesIn(path: string): string[] {
  if (path.endsWith(".ts")) return [path];
  return [...Deno.readDirSync(pathOf(path))].flatMap(({ name, isDirectory }) =>
    isDirectory ? sourcesIn(`${path}/${name}`) : /\.(?:ts|sh)$/.test(name) ? [`${path}/${name}`] : []
  );
}

/** The whole names of variables in the sources, and not the beginnings of names. */
function variables(): string[] {
  const found = READERS.flatMap(sourcesIn).flatMap((path) =>
    Deno.readTextFileSync(pathOf(path)).match(/\bAGENT_HARNESS_[A-Z_]*[A-Z]\b/g) ?? []
  );
  return [...new Set(found)].filter((name) => !INTERNAL.has(name)).sort();
}

for (const path of ["README.md", "docs/configuration.md"]) {
  Deno.test(`${path} names every variable that the program reads, and no other`, () => {
    const { text } = WRITTEN.find((page) => page.path === path)!;
    const named = [...new Set(text.match(/\bAGENT_HARNESS_[A-Z_]*[A-Z]\b/g))].sort();
    assert.deepEqual(named, variables());
  });
}

const blocks = WRITTEN.flatMap(({ path, text }) => blocksOf(text).map((block) => ({ path, ...block })));

/** Reads an example as the service reads the file of that name. Rejects when it would not. */
async function readExample({ title, content }: Block): Promise<void> {
  if (title === SETTINGS_FILE) return void parseSettings(content);
  if (title === DEFAULTS_FILE) return assert.ok("states" in await readStated(content));
  assert.equal(title, "sandbox.json", `nothing reads a file "${title}"`);
  const directory = temporaryDirectory();
  try {
    await Deno.writeTextFile(settingsPath(directory), content);
    await readSettings(directory);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

for (const block of blocks.filter(({ language, title }) => language === "json" && !title.startsWith("~/"))) {
  Deno.test(`${block.path}, line ${block.line}: the service takes this ${block.title} as it is`, async () => {
    await readExample(block);
  });
}

Deno.test("an example with a typing error is found", async () => {
  const block = { language: "json", line: 1 };
  await assert.rejects(
    readExample({ ...block, title: "sandbox.json", content: '{ "netwerk": [] }' }),
    /netwerk/,
  );
  await assert.rejects(readExample({ ...block, title: "providers.json", content: '{ "provider": [] }' }));
});

Deno.test("docs/configuration.md names every field of a provider and of its file", () => {
  const { text } = WRITTEN.find(({ path }) => path === "docs/configuration.md")!;
  const { properties } = z.toJSONSchema(providerSettingsFileSchema, { io: "input" }) as Shape;
  const provider = Object.keys(properties?.providers?.items?.properties ?? {});
  assert.ok(provider.includes("kind"));
  assert.deepEqual(provider.filter((field) => !text.includes(`\`${field}\``)), []);
  assert.deepEqual(Object.keys(properties!).filter((field) => !text.includes(`"${field}"`)), []);
});

type Shape = { properties?: Record<string, Shape>; items?: Shape };
