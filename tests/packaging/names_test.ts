import assert from "node:assert/strict";
import { join, relative } from "node:path";
import { moduleNamer, packagesNamedIn } from "../../packaging/module_names.ts";
import { nameByOrder } from "../../packaging/script_names.ts";
import { ROOT } from "../kit/root.ts";
import { denoDirectory } from "../kit/deno_directory.ts";
import { temporaryDirectory } from "../temporary.ts";

/** The files of a directory with these scripts after they were named. */
async function named(scripts: Record<string, string>, stamped = false): Promise<Record<string, string>> {
  const directory = temporaryDirectory();
  try {
    for (const [name, text] of Object.entries(scripts)) await Deno.writeTextFile(join(directory, name), text);
    await nameByOrder(directory, Object.keys(scripts), { stamped });
    const names = [...Deno.readDirSync(directory)].map(({ name }) => name).sort();
    return Object.fromEntries(names.map((name) => [name, Deno.readTextFileSync(join(directory, name))]));
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

const bundled = (first: string, second: string) => ({
  "main.js": `import "./chunk-${first}.js";\nimport("./page-${second}.js");\n`,
  [`page-${second}.js`]: `import { a } from "./chunk-${first}.js";\n`,
  [`chunk-${first}.js`]: "export const a = 1;\n",
});

Deno.test("nameByOrder: scripts have the same names whatever the bundler called them", async () => {
  const expected = {
    "chunk-00000000.js": "export const a = 1;\n",
    "main.js": 'import "./chunk-00000000.js";\nimport("./page-00000001.js");\n',
    "page-00000001.js": 'import { a } from "./chunk-00000000.js";\n',
  };
  assert.deepEqual(await named(bundled("ZZZZZZZZ", "AAAAAAAA")), expected);
  assert.deepEqual(
    await named(bundled("00000001", "00000000")),
    expected,
    "also if it called them like this",
  );
});

Deno.test("nameByOrder: stamped names are new whenever any script has changed", async () => {
  const one = await named(bundled("ZZZZZZZZ", "AAAAAAAA"), true);
  assert.deepEqual(await named(bundled("BBBBBBBB", "CCCCCCCC"), true), one);
  assert.match(Object.keys(one)[0]!, /^chunk-[0-9A-F]{5}000\.js$/);
  const other = await named({
    ...bundled("ZZZZZZZZ", "AAAAAAAA"),
    "main.js": `import "./chunk-ZZZZZZZZ.js";import "./page-AAAAAAAA.js";`,
  }, true);
  assert.deepEqual(Object.keys(other).filter((name) => name in one), ["main.js"]);
});

Deno.test("nameByOrder: a script that nothing imports is named in a sentence", async () => {
  await assert.rejects(
    named({ "main.js": "", "chunk-AAAAAAAA.js": "" }),
    /Nothing imports chunk-AAAAAAAA\.js/,
  );
});

Deno.test("moduleNamer: a module of a package has one name, from whichever cache and registry it is", async () => {
  const name = await moduleNamer();
  const cache = relative(ROOT, join(await denoDirectory(), "npm"));
  const script = (registry: string) =>
    [
      `// ${cache}/${registry}/zod/4.6.7/v4/core.js`,
      `  // ${cache}/${registry}/@noble/hashes/2.0.1_1/sha2.js`,
      `  "${cache}/${registry}/ms/2.1.3/index.js"(exports, module) {`,
      `const text = "${cache}";`,
      "",
    ].join("\n");
  const expected = [
    "// npm:zod@4.6.7/v4/core.js",
    "  // npm:@noble/hashes@2.0.1/sha2.js",
    '  "npm:ms@2.1.3/index.js"(exports, module) {',
    `const text = "${cache}";`,
    "",
  ].join("\n");
  for (const registry of ["registry.npmjs.org", "localhost_4873", "example.org/npm-group"]) {
    assert.equal(name(script(registry)), expected);
  }
  assert.deepEqual(packagesNamedIn(expected), ["zod@4.6.7", "@noble/hashes@2.0.1", "ms@2.1.3"]);
});
