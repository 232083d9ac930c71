import assert from "node:assert/strict";
import { join } from "node:path";
import { filesOf, ROOT } from "../kit/root.ts";

/** What belongs to one machine, or to the network that it happens to be in. */
const OF_A_MACHINE: readonly RegExp[] = [
  /(?<![\w.$}])\/work\/(?:main|shared|\.\w)/,
  /(?<![\w.])\/(?:root|Users)\/\w/,
  /(?<![\w.])\/home\/(?!me\b|user\b|you\b|someone\b)\w/,
  /\bhttps?:\/\/[\w.-]*(?:registry|artifactory|nexus|verdaccio|proxy\d)[\w.-]*/,
  /\bsha512-[\w+/=]{20,}".*https?:/,
];

/** Files that may name them: this one, and what says how the interface was written. */
const EXEMPT: ReadonlySet<string> = new Set(["tests/checks/machine_test.ts"]);

Deno.test("no file of the repository holds a path of a machine or the host of a registry", () => {
  const found: string[] = [];
  for (const path of filesOf("")) {
    if (EXEMPT.has(path)) continue;
    const text = new TextDecoder("latin1").decode(Deno.readFileSync(join(ROOT, path)));
    for (const pattern of OF_A_MACHINE) {
      const match = pattern.exec(text);
      if (match) found.push(`${path}: ${text.slice(Math.max(0, match.index - 20), match.index + 40)}`);
    }
  }
  assert.deepEqual(found, []);
});
