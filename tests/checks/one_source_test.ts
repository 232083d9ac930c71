import assert from "node:assert/strict";
import { BLOCKED_CLASSES } from "../../services/ground/policy/classes.ts";
import { TOOL_REGISTRATIONS } from "../../services/workforce/worker_kinds/kinds.ts";
import { APPROVAL_LIFETIME } from "../../services/ground/policy/approval_lifetime.ts";
import { POLICY_CLASSES } from "../../store/shared/policy_classes.ts";
import { REVIEW_FLAGS } from "../../store/shared/review_flags.ts";
import { ENDED_RUN_STATES, OPEN_RUN_STATES, RUN_STATES } from "../../store/shared/run_states.ts";
import { ENDED_SESSION_STATES, OPEN_SESSION_STATES } from "../../store/shared/session_states.ts";
import * as shared from "../../store/shared/enumerations.ts";
import enumerations from "../fields/enum_values.json" with { type: "json" };
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

/** The same words in the same set, in whatever order. */
const setOf = (words: readonly string[]): string => words.toSorted().join("|");

/** The lists of bare words in a text that are one of these sets: arrays, unions of types, comparisons, alternatives of a pattern. */
function retypedIn(text: string, sets: ReadonlySet<string>): string[] {
  const joint = String.raw`"(?:\s*(?:,|\||\|\||&&)\s*|\s*(?:\|\||&&)\s*[\w.!]+\s*[!=]==\s*)"`;
  const lists = text.matchAll(new RegExp(String.raw`"[\w-]+(?:${joint}[\w-]+)+"`, "g"));
  const patterns = text.matchAll(/\((?:\?:)?([\w-]+(?:\|[\w-]+)+)\)/g);
  return [
    ...[...lists].map(([list]) => [...list.matchAll(/"([\w-]+)"/g)].map(([, word]) => word!)),
    ...[...patterns].map(([, words]) => words!.split("|")),
  ].map(setOf).filter((set) => sets.has(set));
}

/** What decides about safety: where a run or a task ends, and what a person confirms for which class. */
const DECIDING: ReadonlySet<string> = new Set([
  setOf(RUN_STATES),
  setOf(ENDED_RUN_STATES),
  setOf(OPEN_RUN_STATES),
  setOf(OPEN_SESSION_STATES),
  setOf(ENDED_SESSION_STATES),
  setOf(REVIEW_FLAGS),
  setOf(POLICY_CLASSES),
  setOf(["repo-write", "external-write"]),
]);

/** Enumerations that several layers list. */
const LISTED: ReadonlySet<string> = new Set(Object.values(shared).map(setOf));

Deno.test("what ends a run, and what a person has to confirm, is written in store/shared alone", () => {
  const again = PROGRAM.filter(({ path }) => !path.startsWith("store/shared/"))
    .flatMap(({ path, text }) => retypedIn(text, DECIDING).map((set) => `${path}: ${set}`));
  assert.deepEqual(again, []);
});

Deno.test("an enumeration that several layers list is written in store/shared alone", () => {
  const again = PROGRAM.filter(({ path }) => !path.startsWith("store/shared/"))
    .flatMap(({ path, text }) => retypedIn(text, LISTED).map((set) => `${path}: ${set}`));
  assert.deepEqual(again, [
    // The settings of providers still say themselves how far a provider is.
    "services/sessions/models/providers/settings/settings_schema.ts: local|private-network|third-party",
  ]);
});

Deno.test("how long an approval waits is written once", () => {
  const literal = new RegExp(
    String.raw`"${APPROVAL_LIFETIME}"|\b30 \* (?:24 \* 60 \* 60 \* 1000|24 \* 3_?600_?000)`,
  );
  const again = PROGRAM.filter(({ text }) => literal.test(text)).map(({ path }) => path);
  assert.deepEqual(again, [
    // What may run or be caught up on for at most as long, and waits for no person.
    "services/control/workflows/language/definition.ts",
    "services/execution/automations/firing/schemas.ts",
    "services/ground/policy/approval_lifetime.ts",
  ]);
});

Deno.test("a list that was typed again is found in every form", () => {
  const ended = new Set([setOf(ENDED_RUN_STATES)]);
  for (
    const text of [
      'const OVER = [\n  "completed",\n  "cancelled",\n  "failed",\n];',
      'type Over = "completed" | "failed" | "cancelled";',
      'status === "completed" || run.status === "failed" || run.status === "cancelled"',
      'status !== "completed" && status !== "failed" && status !== "cancelled"',
      "/^run\\.(?:completed|failed|cancelled)$/",
    ]
  ) assert.equal(retypedIn(text, ended).length, 1, text);
  assert.deepEqual(retypedIn('["completed", "failed", "cancelled", "skipped"]', ended), []);
});

Deno.test("page and terminal type no enumeration of a response again", () => {
  const known = new Set(
    Object.keys(enumerations).map((set) => set.split("|")).filter(({ length }) => length > 2).map(setOf),
  );
  const again = PROGRAM.filter(({ path }) => /^(?:ui|commands|client)\//.test(path))
    .flatMap(({ path, text }) => retypedIn(text, known).map((set) => `${path}: ${set}`));
  assert.deepEqual(again, []);
});
