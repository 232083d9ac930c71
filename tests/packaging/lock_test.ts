import assert from "node:assert/strict";
import config from "../../deno.json" with { type: "json" };
import { type Published, Registry } from "./registry.ts";

const SMALL: Published = {
  name: "small",
  version: "1.0.0",
  manifest: { type: "module", exports: "./index.js" },
  files: { "index.js": "export default 1;\n" },
};

const NEWER: Published = { ...SMALL, version: "1.0.1" };

/** A directory with the settings of this repository, one package, and a program and a test that import it. */
async function project(): Promise<Registry> {
  const registry = await Registry.start(SMALL, NEWER);
  const { nodeModulesDir, lock, unstable } = config;
  const imports = { small: "npm:small@1.0.0" };
  const tasks = { start: "deno run main.ts" };
  await registry.write("deno.json", { nodeModulesDir, lock, unstable, imports, tasks });
  await registry.write("main.ts", 'import small from "small";\nif (small !== 1) throw 1;\n');
  await registry.write("main_test.ts", 'import "./main.ts";\nDeno.test("it", () => {});\n');
  await registry.write("deno.lock", LOCK(registry));
  return registry;
}

const LOCK = (registry: Registry, version = "1.0.0", integrity = registry.integrityOf(SMALL)) => ({
  version: "5",
  specifiers: { "npm:small@1.0.0": version },
  npm: { [`small@${version}`]: { integrity } },
  workspace: { dependencies: ["npm:small@1.0.0"] },
});

/** How the program is started, tested and checked; the first is the form of CI's command and of every task. */
const COMMANDS = [["task", "start"], ["run", "main.ts"], ["test"], ["check", "main.ts"]];

Deno.test("the lockfile is frozen: with a whole one each command works, and leaves it as it is", async () => {
  await using registry = await project();
  const before = await Deno.readTextFile(`${registry.directory}/deno.lock`);
  for (const command of [...COMMANDS, ["install"]]) {
    const { code, text } = await registry.run(Deno.execPath(), ...command);
    assert.equal(code, 0, `${command.join(" ")}: ${text}`);
  }
  assert.deepEqual(
    JSON.parse(await Deno.readTextFile(`${registry.directory}/deno.lock`)),
    JSON.parse(before),
  );
});

Deno.test("an entry that is missing or changed ends each command with a sentence, and the lockfile is not rewritten", async () => {
  await using registry = await project();
  const whole = LOCK(registry);
  const outdated = /The lockfile is out of date\. Run `deno install --frozen=false`/;
  const cases: [string, unknown, RegExp][] = [
    ["no entry", { ...whole, specifiers: {}, npm: {} }, outdated],
    ["a version of which there is no entry", { ...whole, npm: {} }, /lockfile is corrupt/],
    ["another integrity", LOCK(registry, "1.0.0", registry.integrityOf(NEWER)), /checksum|[Ii]ntegrity/],
  ];
  for (const [what, lock, sentence] of cases) {
    await registry.write("deno.lock", lock);
    for (const command of COMMANDS) {
      await registry.forget(); // the integrity is compared when a package is downloaded
      const { code, text } = await registry.run(Deno.execPath(), ...command);
      assert.equal(code, 1, `${what}, ${command.join(" ")}`);
      assert.match(text, sentence, `${what}, ${command.join(" ")}`);
    }
    assert.deepEqual(JSON.parse(await Deno.readTextFile(`${registry.directory}/deno.lock`)), lock, what);
  }
});

Deno.test("the command that the sentence names renews the lockfile, and without the setting it is renewed unasked: the control", async () => {
  await using registry = await project();
  const missing = { ...LOCK(registry), specifiers: {}, npm: {} };
  const isWhole = async () =>
    "small@1.0.0" in JSON.parse(await Deno.readTextFile(`${registry.directory}/deno.lock`)).npm;
  await registry.write("deno.lock", missing);
  assert.equal((await registry.run(Deno.execPath(), "install", "--frozen=false")).code, 0);
  assert.ok(await isWhole());
  await registry.write("deno.lock", missing);
  const { lock: _, ...settings } = JSON.parse(await Deno.readTextFile(`${registry.directory}/deno.json`));
  await registry.write("deno.json", settings);
  await registry.write("deno.lock", missing);
  assert.equal((await registry.run(Deno.execPath(), "task", "start")).code, 0);
  assert.ok(await isWhole());
});
