import assert from "node:assert/strict";
import { BLOCKED_CLASSES } from "../../services/ground/policy/classes.ts";
import { TOOL_REGISTRATIONS } from "../../services/workforce/worker_kinds/kinds.ts";
import { PROGRAM } from "./sources.ts";

/** So many names of one kind in a file are a list of them. */
const A_LIST = 3;

/** Where each kind of name is declared, or where rules that recognise its members stand. */
const KINDS = [
  {
    kind: "tools",
    names: TOOL_REGISTRATIONS.map(({ name }) => name),
    declared: [
      "services/workforce/agents/",
      "services/workforce/recipes/",
      "services/workforce/worker_kinds/",
      "services/workforce/worker_tools/",
    ],
  },
  {
    kind: "blocked classes",
    names: BLOCKED_CLASSES.map(({ id }) => id),
    declared: ["services/ground/policy/"],
  },
];

/** Which of the names stand in a text as strings of their own, or as keys. */
const namesIn = (text: string, names: readonly string[]): string[] =>
  names.filter((name) => new RegExp(`["'\`]${name}["'\`]|^\\s*${name}:`, "m").test(text));

for (const { kind, names, declared } of KINDS) {
  Deno.test(`there is one source of the ${kind}: no other file has a list of them`, () => {
    const seconds = PROGRAM.filter(({ path, text }) =>
      !declared.some((place) => path.startsWith(place)) && namesIn(text, names).length >= A_LIST
    );
    assert.deepEqual(seconds.map(({ path }) => path), []);
  });
}

Deno.test("a second list is found", () => {
  const [tools] = KINDS;
  assert.equal(namesIn('const MINE = ["read_file", "edit_file", "run_command"];', tools!.names).length, 3);
});
