import assert from "node:assert/strict";
import config from "../../deno.json" with { type: "json" };
import { PackageCache } from "../../packaging/packages/cache.ts";
import { type LockedPackage, readLock } from "../../packaging/packages/lock.ts";
import { type Source, SOURCES } from "./sources.ts";
import { ROOT } from "../kit/root.ts";

const DENO = "npm's package of Deno copies its executable with a script, and at its first start without";
const SETUP =
  "the setup of a person's own project: its packages may need their scripts, and it runs in the sandbox";

/** What installs packages, or says how, without `--ignore-scripts`, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  ".ci/run": DENO,
  "README.md": DENO,
  "commands/doctor/runtime.ts": DENO,
  "commands/next_steps.ts": DENO,
  "commands/mcp/work/request.ts": SETUP,
  "commands/run.ts": SETUP,
  "services/knowledge/project_context/project_commands.ts": SETUP,
  "ui/autonomy/defaults_dialog.tsx": SETUP,
  "ui/runs/new/setup_fields.tsx": SETUP,
};

/** The lines of a text that install packages with npm and would run their scripts; comments of a program install nothing. */
const runningScripts = (text: string): string[] =>
  text.split("\n").filter((line) =>
    (/\bnpm (?:install|ci|i)\b(?![`/])|\bnpx --yes\b/.test(line) ||
      /^[^:]*\["(?:install|ci)", "-/.test(line)) &&
    !/--ignore-scripts|^\s*(?:\*|\/\/|\/\*\*)/.test(line)
  );

Deno.test("no package that is locked has an install script, and deno.json allows none", async () => {
  const cache = await PackageCache.open();
  const scripted = (packages: readonly LockedPackage[]) =>
    packages.filter((each) => each.hasScript || cache.read(each).installScripts.length > 0).map(({ id }) =>
      id
    );
  const locked = readLock();
  assert.deepEqual(scripted(locked), []);
  assert.deepEqual(scripted([{ ...locked[0]!, hasScript: true }]), [locked[0]!.id], "the control");
  assert.ok(!("allowScripts" in config) && !JSON.stringify(config.tasks).includes("--allow-scripts"));
});

Deno.test("what installs packages with npm runs no script of one, or is an exception with a reason", () => {
  const isOwn = ({ path }: Source) =>
    /^(?:commands\/|packaging\/|services\/|ui\/|client\/|routes\/|tests\/agents\/(?:install|border)\.ts)/
      .test(path);
  const pages = ["README.md", ".ci/run"].map((path) => ({
    path,
    text: Deno.readTextFileSync(`${ROOT}/${path}`),
  }));
  const found = [...SOURCES.filter(isOwn), ...pages].filter(({ text }) => runningScripts(text).length > 0);
  assert.deepEqual(found.map(({ path }) => path).sort(), Object.keys(EXCEPTIONS).sort());
});

Deno.test("an installation is found in each form, unless it runs no script", () => {
  for (
    const line of [
      "run: npm ci",
      "npm install -g x",
      '  const args = ["install", "--no-audit"];',
      "npx --yes deno@2",
    ]
  ) assert.deepEqual(runningScripts(`a\n${line}\nb`), [line]);
  for (const line of ["npm install --ignore-scripts x", "// npm ci", '["install", "--ignore-scripts"]']) {
    assert.deepEqual(runningScripts(line), []);
  }
});
