import assert from "node:assert/strict";
import { join } from "node:path";
import config from "../../deno.json" with { type: "json" };
import { readLock } from "../../packaging/packages/lock.ts";
import { findProgram } from "../../services/ground/kernel/find_program.ts";
import { INSTALL } from "../agents/install.ts";
import { Registry } from "./registry.ts";

/** A registry with a package that writes a file where it is installed, if its script runs. */
const scripted = () =>
  Registry.start({
    name: "scripted",
    version: "1.0.0",
    manifest: { scripts: { postinstall: "echo ran > $HOME/ran" } },
    files: { "index.js": "" },
  });

const hasRun = (registry: Registry) =>
  [...Deno.readDirSync(registry.directory)].some(({ name }) => name === "ran");

Deno.test("Deno, with the settings of this repository, runs no script of a package, and the lockfile says that it has one", async () => {
  await using registry = await scripted();
  const { nodeModulesDir, unstable } = config;
  await registry.write("deno.json", {
    nodeModulesDir,
    unstable,
    imports: { scripted: "npm:scripted@1.0.0" },
  });
  await registry.write("main.ts", 'import "scripted";\n');
  for (const command of [["install"], ["run", "-A", "main.ts"], ["install", "--node-modules-dir=auto"]]) {
    const { code, text } = await registry.run(Deno.execPath(), ...command);
    assert.equal(code, 0, text);
    assert.ok(!hasRun(registry), command.join(" "));
  }
  const [locked] = readLock(await Deno.readTextFile(join(registry.directory, "deno.lock")));
  assert.equal(locked!.hasScript, true);
  const allowed = ["install", "--node-modules-dir=auto", "--allow-scripts=npm:scripted"];
  const { text } = await registry.run(Deno.execPath(), ...allowed);
  assert.ok(hasRun(registry), `the control: ${text}`);
});

const npm = findProgram("npm", Deno.env.get("PATH") ?? "");

Deno.test({
  name: "npm, as the commands of this repository install packages, runs no script of one",
  ignore: npm === null || Deno.build.os === "windows",
  fn: async () => {
    await using registry = await scripted();
    await registry.write("package.json", { private: true });
    const { code, text } = await registry.run(npm!, ...INSTALL, "scripted@1.0.0");
    assert.equal(code, 0, text);
    assert.ok(!hasRun(registry));
    await Deno.remove(join(registry.directory, "node_modules"), { recursive: true });
    const unsafe = INSTALL.filter((option) => option !== "--ignore-scripts");
    const second = await registry.run(npm!, ...unsafe, "scripted@1.0.0");
    assert.ok(hasRun(registry), `the control: ${second.text}`);
  },
});
