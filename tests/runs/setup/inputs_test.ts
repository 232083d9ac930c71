import assert from "node:assert/strict";
import fc from "fast-check";
import { setupInputs } from "../../../services/execution/commands/setup_inputs.ts";

Deno.test("manifests, lock files, scripts and what a setup command names are what it reads", () => {
  const cases: [string, string[], string, string[]][] = [
    ["npm ci", ["package.json", "src/a.ts", "web/package-lock.json"], "", [
      "package.json",
      "web/package-lock.json",
    ]],
    ["sh ./prepare.sh --all", ["prepare.sh", "other.sh"], "", ["prepare.sh"]],
    ["make -C build all", ["build/x.c", "src/build/x.c"], "", ["build/x.c"]],
    ["pip install -r requirements-dev.txt", ["requirements-dev.txt", "app.py"], "", ["requirements-dev.txt"]],
    ["true", ["scripts/a.sh", "lib/tools/b.sh", "myscripts.txt"], "", ["scripts/a.sh", "lib/tools/b.sh"]],
    ["sh entry", ["entry", "pkg/entry"], "pkg", ["pkg/entry"]],
    ["npm ci", ["README.md"], "", []],
  ];
  for (const [command, changed, prefix, expected] of cases) {
    assert.deepEqual(setupInputs(command, changed, prefix), expected, command);
  }
});

Deno.test("whatever the command is, what it reads is a part of what changed, in the same order", () => {
  fc.assert(fc.property(fc.string(), fc.array(fc.string()), (command, changed) => {
    const read = setupInputs(command, changed, "");
    let at = 0;
    for (const path of read) {
      at = changed.indexOf(path, at) + 1;
      assert.ok(at > 0);
    }
  }));
});
