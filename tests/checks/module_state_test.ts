import assert from "node:assert/strict";
import { PROGRAM } from "./sources.ts";

/**
 * What a module remembers for the whole process, each with the reason why no service owns it. The list only shrinks: what
 * belongs to a service is in a part, or `ownedBy` its store.
 */
const REMEMBERED: Readonly<Record<string, string>> = {
  "services/control/workflows/language/expression.ts known": "the same text is the same expression",
  "services/control/workflows/language/expression.ts loaded": "a library, loaded when it is needed",
  "services/conversation/audio/engine/find_engine.ts known":
    "hashes of files of this machine, by their state",
  "services/execution/automations/schedule/cron.ts patterns": "the same text is the same pattern",
  "services/execution/commands/write_lock.ts writing": "a directory of this machine, whoever writes to it",
  "services/ground/kernel/build.ts read": "what this program was built from",
  "services/ground/kernel/loop_watch.ts underWay": "the event loop of this process",
  "services/ground/kernel/loop_watch.ts ended": "the event loop of this process",
  "services/knowledge/skills/repository_skill.ts known": "files of this machine, by their state",
  "services/machine/processes/sandbox/probe.ts known": "what this machine can confine",
  "services/machine/processes/table.ts boot": "the boot of this machine",
  "services/machine/repositories/clones/snapshot.ts submodules": "a commit never changes",
  "services/machine/repositories/find/target_config.ts parsed": "the same text is the same configuration",
  "services/machine/repositories/git/commit.ts trees": "a commit never changes",
  "services/machine/repositories/git/control.ts opening": "a directory of this machine, whoever opens it",
  "services/machine/repositories/git/object_store.ts keeping":
    "a directory of this machine, whoever opens it",
  "services/machine/repositories/git/protected_places.ts known":
    "directories of this machine, for one second",
  "services/machine/repositories/git/trees.ts listings": "a tree never changes",
  "services/machine/repositories/git/version.ts checked": "the git of this machine",
  "store/chain.ts used": "random bytes that were not given out yet",
  "store/durable_file.ts synced": "directories of this machine that are on disk",
  "store/node_crypto.ts loaded": "a library, loaded when it is needed",
};

/** The names at the top of a module whose value changes: `let`, and collections that are added to or handed to what does. */
const stateOf = (text: string): string[] =>
  [...text.matchAll(/^(?:export )?(?:let (\w+)|const (\w+)[^\n]*? = (?:new (?:Map|Set|Recent)\b|\[\];))/gm)]
    .filter(([, variable, collection]) =>
      variable !== undefined ||
      new RegExp(
        String.raw`\b${collection}\.(?:set|add|push|unshift)\(|\b(?:inTurn|singleFlight)\(\s*${collection},`,
      )
        .test(text)
    )
    .map(([, variable, collection]) => variable ?? collection!);

Deno.test("a module remembers only what is listed with its reason, and the list only shrinks", () => {
  const found = PROGRAM.filter(({ path }) => /^(?:services|routes|store)\//.test(path))
    .flatMap(({ path, text }) => stateOf(text).map((name) => `${path} ${name}`));
  assert.deepEqual(found.filter((name) => !(name in REMEMBERED)), []);
  assert.deepEqual(Object.keys(REMEMBERED).filter((name) => !found.includes(name)), []);
});

Deno.test("what a module remembers is found in every form, and tables that never change are not", () => {
  for (
    const text of [
      "let checked: Promise<void> | undefined;",
      "const known = new Map<string, number>();\nknown.set(name, 1);",
      "const flights = new Map<string, Promise<boolean>>();\nsingleFlight(flights, id, work);",
      "export const cache = new Recent<Page>(100);\ncache.set(name, page);",
      "const waiting: (() => void)[] = [];\nwaiting.push(resolve);",
    ]
  ) assert.equal(stateOf(text).length, 1, text);
  for (
    const text of [
      'const PLAIN = new Set(["accept"]);\nPLAIN.has(name);',
      "const flightsOf = ownedBy<Store, Map<string, Promise<boolean>>>(() => new Map());",
      "function f() {\n  let i = 0;\n  const seen = new Set();\n  seen.add(i);\n}",
    ]
  ) assert.deepEqual(stateOf(text), [], text);
});
