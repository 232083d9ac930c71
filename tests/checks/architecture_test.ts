import assert from "node:assert/strict";
import { registry } from "../../store/registry.ts";
import { APPROVAL_MOVES } from "../../services/control/lifecycle/approvals.ts";
import { RUN_MOVES } from "../../services/control/lifecycle/runs.ts";
import { SESSION_MOVES } from "../../services/control/lifecycle/task_sessions.ts";
import { circlesOf } from "./circles.ts";
import { floorOf } from "./floors.ts";
import { LATER_TABLES } from "../../packaging/program.ts";
import {
  hiddenImportsOf,
  type Import,
  importsOf,
  packagesOf,
  placeOf,
  PROGRAM,
  type Source,
  SOURCES,
} from "./sources.ts";

/** What each layer, or one file that has a rule of its own, may import at all, and of which layers only types. */
const MAY: Readonly<Record<string, { values: readonly string[]; types?: readonly string[] }>> = {
  "store": { values: ["store"] },
  "services": { values: ["services", "store"] },
  "routes": { values: ["routes", "services"], types: ["store"] },
  "client": { values: ["client"], types: ["routes", "services"] },
  "ui": { values: ["ui", "client"], types: ["routes", "services"] },
  "commands": { values: ["commands", "client"], types: ["routes", "services", "store"] },
  // The one door through which commands reach what works on this machine without a service.
  "commands/local.later.ts": { values: ["services", "store", "main.ts", "worker.ts"] },
  // It loads the contract of the one domain whose command was called.
  "commands/derived/contracts.later.ts": { values: ["routes"], types: ["commands"] },
  "compose.ts": { values: ["routes", "services", "store", "ui"] },
  "main.ts": { values: ["main.later.ts", "routes", "services", "store"], types: ["compose.ts"] },
  "main.later.ts": { values: ["compose.ts", "routes", "services"] },
  "worker.ts": { values: ["compose.ts", "services"] },
  "cli.ts": { values: ["commands"] },
  "packaging": { values: ["packaging"] },
};

/** What service, page and terminal must say alike; every layer reads it. */
const SHARED = "store/shared/";
const SHARED_BY: readonly string[] = ["ui", "commands", "client", "routes"];

/** Imports that the rules would forbid, each with its reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  "routes/access.ts → store/node_crypto.ts": "tokens are compared by their hash",
  "routes/shell_door.ts → store/node_crypto.ts": "the cookie is compared by its hash",
  "routes/idempotency.ts → store/chain.ts": "answers are compared by their hash",
  "routes/idempotency.ts → store/idempotency.ts": "the table of answers belongs to the door, not to a domain",
  "packaging/entry.ts → commands/main.ts": "it is the command line of a package",
  "packaging/entry.ts → commands/program_words.ts": "a package says by which words it is started",
  "packaging/entry.ts → services/machine/network/bridge.js":
    "a compiled package is the bridge in its sandboxes",
  "packaging/entry.ts → services/machine/network/bridge.ts":
    "a compiled package knows by an argument that it is the bridge",
  "packaging/bundle.ts → commands/derived/command_file.ts":
    "a package has the file where commands look for it",
  "packaging/describe_commands.ts → commands/derived/command_file.ts":
    "it writes the file that commands read",
  "packaging/describe_commands.ts → commands/derived/contracts.later.ts":
    "it describes the commands of each contract",
  "packaging/describe_commands.ts → commands/derived/describe.ts":
    "it describes the commands of each contract",
  "packaging/entry.ts → services/ground/kernel/build.ts": "a package says what it was built from",
  "packaging/entry.ts → services/ground/parsing/start_parser.ts":
    "a compiled package knows by an argument that it is a parser",
  "packaging/parsers.later.ts → services/planning/icalendar/calendar_parser.ts":
    "a compiled package is the parser of what others wrote",
  "packaging/parsers.later.ts → services/knowledge/project_context/drift/task_names_parser.ts":
    "a compiled package is the parser of what others wrote",
  "packaging/parsers.later.ts → services/knowledge/research/page/page_parser.ts":
    "a compiled package is the parser of what others wrote",
  "packaging/parsers.later.ts → services/conversation/audio/decode/decode_parser.ts":
    "a compiled package is the decoder of recordings",
  "packaging/parsers.later.ts → services/conversation/audio/transcript/transcript_parser.ts":
    "a compiled package is the parser of transcripts",
  "packaging/parsers.later.ts → services/knowledge/skills/skill_parser.ts":
    "a compiled package is the parser of what others wrote",
  "packaging/parsers.later.ts → services/knowledge/skills/zip_parser.ts":
    "a compiled package is the parser of what others wrote",
  "packaging/parsers.later.ts → services/control/workflows/language/source_parser.ts":
    "a compiled package is the parser of large definitions",
  "packaging/entry.ts → services/operations/system/verification/process.ts":
    "a compiled package knows by an argument that it verifies a restore",
  "packaging/parsers.later.ts → services/operations/system/verification/verifier_process.ts":
    "a compiled package is the process that verifies a restore",
  "packaging/build_info.ts → services/ground/kernel/version.ts":
    "what is built has the version of its source",
  "packaging/bundle.ts → services/operations/dashboard/build.ts":
    "the packages of the dashboard are found from its scripts",
  "packaging/packages/bill.ts → services/ground/kernel/version.ts": "the bill names the version",
  "packaging/bundle.ts → services/operations/dashboard/files.ts":
    "it says where a program looks for its dashboard",
  "packaging/bundle.ts → services/operations/dashboard/write_build.ts":
    "a package holds the dashboard, built",
  "packaging/portable.ts → services/ground/kernel/version.ts": "the executable names its version",
  "commands/service/connection.ts → services/ground/kernel/loopback.ts":
    "what counts as this machine is said once",
  "commands/here/repository.ts → services/knowledge/project_context/project_commands.ts":
    "how a project is tested is said once",
  "commands/here/usual.ts → services/knowledge/project_context/project_commands.ts":
    "how a project is tested is said once",
  "commands/service/start.ts → services/ground/kernel/loopback.ts":
    "what counts as this machine is said once",
  "commands/doctor/tokens.ts → services/ground/kernel/loopback.ts":
    "what counts as this machine is said once",
  "commands/service/proof.ts → services/ground/kernel/token_proof.ts": "how a token is proved is said once",
  "commands/doctor.ts → services/ground/kernel/loopback.ts": "what counts as this machine is said once",
  "commands/storage_place.ts → services/ground/kernel/storage_place.ts":
    "service and commands look for the storage directory in one way",
  "commands/main.later.ts → services/ground/kernel/environment.ts":
    "service and commands look for programs in the same directories",
  "commands/mcp/endpoint_tools.ts → services/ground/kernel/access.ts":
    "who may call an operation is said once",
  "packaging/program.ts → services/ground/kernel/heap_flags.ts": "how much memory V8 keeps is said once",
  "packaging/compile.ts → services/ground/kernel/heap_flags.ts": "how much memory V8 keeps is said once",
  "commands/program_words.ts → services/ground/kernel/heap_flags.ts": "how much memory V8 keeps is said once",
  "packaging/npm.ts → services/ground/kernel/version.ts": "the package names its version",
  "commands/program.ts → services/ground/kernel/version.ts": "--version costs no start of the service",
};

/** Folders inside of a domain that other domains may use; all others are their domain's own. */
const OPEN_FOLDERS: readonly string[] = [
  "services/ground/kernel/redaction/",
  "services/sessions/models/budgets/",
  "services/sessions/models/clients/",
  "services/sessions/models/providers/",
  "services/sessions/models/proxy/",
  "services/sessions/provider_kinds/kinds/",
  "services/planning/planner/artifacts/",
  "services/planning/planner/conflicts/",
  "services/planning/planner/items/",
  "services/planning/planner/tasks/",
  "services/planning/planner/waiting/",
  "services/machine/repositories/git/",
  "services/control/workflows/language/",
];

/** Files inside of a domain's own folders that other domains use; each should become an exported verb or a `mod.ts`. */
const INSIDES_IN_USE: ReadonlySet<string> = new Set([
  "services/workforce/recipes/language/instruction.ts",
]);

const IMPORTS: readonly Import[] = PROGRAM.flatMap(importsOf);
const named = ({ from, to }: Import): string => `${from} → ${to}`;

Deno.test("imports go one way: ui and commands, client, types of routes, services, store", () => {
  const wrong = IMPORTS.filter((each) => {
    const [from, to] = [placeOf(each.from).layer, placeOf(each.to).layer];
    const may = MAY[each.from] ?? MAY[from];
    assert.ok(may, `${each.from} is in a layer that has no rule`);
    return !may.values.includes(to) && !(each.typeOnly && may.types?.includes(to)) &&
      !(named(each) in ALLOWED) && !(SHARED_BY.includes(from) && each.to.startsWith(SHARED));
  });
  assert.deepEqual(wrong.map(named), []);
  assert.deepEqual(Object.keys(ALLOWED).filter((name) => !IMPORTS.some((each) => named(each) === name)), []);
});

Deno.test("what service, page and terminal share reads nothing else, so that it costs no start and no byte of the page", () => {
  const shared = PROGRAM.filter(({ path }) => path.startsWith(SHARED));
  assert.ok(shared.length > 2);
  assert.deepEqual(
    shared.flatMap((source) => [
      ...importsOf(source).filter(({ to, typeOnly }) => !typeOnly && !to.startsWith(SHARED)).map(named),
      ...packagesOf(source).map(({ name }) => `${source.path} → ${name}`),
    ]),
    [],
  );
});

Deno.test("a step of a run is imported by the driver alone", () => {
  const steps = IMPORTS.filter(({ to }) => to.startsWith("services/execution/executor/steps/"));
  assert.ok(steps.length > 5, "the driver imports the steps");
  assert.deepEqual(
    steps.filter(({ from }) => from !== "services/execution/executor/driver.ts").map(named),
    [],
  );
});

Deno.test("an import for later stands in one of the tables that packages know, and counts as an import of values", () => {
  const text = [
    'const one = await import("../store/one.ts" as string) as typeof import("../store/one.ts");',
    'const two = () => import("./two.ts");',
    "const three = await import(name);",
  ].join("\n");
  const sample = { path: "commands/sample.ts", text };
  assert.deepEqual(importsOf(sample), [
    { from: sample.path, to: "store/one.ts", typeOnly: false, hidden: true },
    { from: sample.path, to: "store/one.ts", typeOnly: true, hidden: false },
    { from: sample.path, to: "commands/two.ts", typeOnly: false, hidden: false },
  ]);
  assert.deepEqual(hiddenImportsOf(sample), ['import("../store/one.ts" as string)', "import(name)"]);

  const hiding = PROGRAM.filter((source) => hiddenImportsOf(source).length > 0).map(({ path }) => path);
  assert.deepEqual(hiding, [...LATER_TABLES].sort());
  for (const path of LATER_TABLES) {
    const source = PROGRAM.find((each) => each.path === path)!;
    assert.equal(
      hiddenImportsOf(source).length,
      [...importsOf(source), ...packagesOf(source)].filter(({ hidden }) => hidden).length,
      path,
    );
  }
});

Deno.test("circles of files: 0, types and lazy imports included", () => {
  assert.deepEqual(circlesOf(IMPORTS), []);
});

Deno.test("circles of domains: 0, since a domain of services imports only from floors below its own", () => {
  const upwards = IMPORTS.filter(({ from, to }) => {
    const [a, b] = [placeOf(from), placeOf(to)];
    if (a.layer !== "services" || b.layer !== "services" || !a.domain || !b.domain) return false;
    const [own, other] = [floorOf(a.district!, a.domain), floorOf(b.district!, b.domain)];
    assert.ok(
      own !== null && other !== null,
      `${own === null ? from : to}: DISTRICTS does not name its domain`,
    );
    return a.domain !== b.domain && other >= own;
  });
  assert.deepEqual(upwards.map(named), []);
});

Deno.test("the kit imports nothing else of the dashboard, and the shell only the kit: domains contribute to it", () => {
  const below: Readonly<Record<string, readonly string[]>> = { kit: ["kit"], shell: ["kit", "shell"] };
  const wrong = IMPORTS.filter(({ from, to }) => {
    const [a, b] = [placeOf(from), placeOf(to)];
    return a.layer === "ui" && b.layer === "ui" && a.domain! in below &&
      !below[a.domain!]!.includes(b.domain!);
  });
  assert.deepEqual(wrong.map(named), []);
});

Deno.test("writers of each state: 1, the tables in services/control/lifecycle", () => {
  const moves = [RUN_MOVES, SESSION_MOVES, APPROVAL_MOVES].flatMap((table) => Object.values(table));
  const events = new Set<string>([
    ...moves.map(({ event }) => event),
    "run.created",
    "task_session.planned",
    "approval.requested",
  ]);
  const writers = PROGRAM.filter(({ path }) => path.startsWith("services/")).filter(({ text }) =>
    [...text.matchAll(/\btype:\s*"([a-z_.]+)"/g)].some(([, type]) => events.has(type!))
  );
  assert.deepEqual(writers.map(({ path }) => path), [
    "services/control/lifecycle/approvals.ts",
    "services/control/lifecycle/runs.ts",
    "services/control/lifecycle/task_sessions.ts",
  ]);
});

Deno.test("SQL names only tables of the own domain", () => {
  const declares = (view: string) => PROGRAM.find(({ text }) => text.includes(`name: "${view}",`))!.path;
  const owners = new Map(
    registry.views.flatMap(({ name, tables }) =>
      Object.keys(tables).map((table) => [table, placeOf(declares(name)).domain] as const)
    ),
  );
  const foreign = PROGRAM.filter(({ path }) => path.startsWith("services/")).flatMap(({ path, text }) => {
    const { domain } = placeOf(path);
    return [...text.matchAll(/\{([a-z]+(?:_[a-z]+)*)\}/g)].map(([, table]) => table!)
      .filter((table) => owners.has(table) && /\bselect\b|\bdelete from\b/.test(text))
      .filter((table) => owners.get(table) !== domain)
      .map((table) => `${path} reads {${table}} of ${owners.get(table)}`);
  });
  assert.deepEqual(foreign, []);
});

Deno.test("circlesOf() finds each group of files that reach one another, and nothing else", () => {
  const imports = (edges: string) =>
    edges.split(" ").map((edge) => edge.split(">")).map(([from, to]) => ({ from: from!, to: to! }));
  assert.deepEqual(circlesOf(imports("a>b b>c a>c c>d")), []);
  assert.deepEqual(circlesOf(imports("a>b b>c c>a c>d d>e e>d f>f e>g")), [["a", "b", "c"], ["d", "e"], [
    "f",
  ]]);
});

Deno.test("nothing of the program is imported from tests, and only the commands and the tests import main.ts", () => {
  assert.deepEqual(IMPORTS.filter(({ to }) => /^(?:tests|bench)\//.test(to)).map(named), []);
  const importers = IMPORTS.filter(({ to }) => to === "main.ts").map(({ from }) => placeOf(from).layer);
  assert.deepEqual([...new Set(importers)].filter((layer) => layer !== "commands"), []);
});

Deno.test("a domain reaches another by its schemas, its stream or a verb, never through a folder inside of it", () => {
  const inside = IMPORTS.filter(({ from, to }) => {
    const [a, b] = [placeOf(from), placeOf(to)];
    if (a.layer !== b.layer || !["services", "store"].includes(a.layer)) return false;
    if (!a.domain || !b.domain || a.domain === b.domain || !b.rest.includes("/")) return false;
    if (OPEN_FOLDERS.some((folder) => to.startsWith(folder))) return false;
    return !to.endsWith("/mod.ts") && !INSIDES_IN_USE.has(to);
  });
  assert.deepEqual(inside.map(named), []);
});

/** What else of a domain of the store others use: how notices are declared, and the sentences of shared events. */
const SHARED_IN_STORE: ReadonlySet<string> = new Set([
  "store/search/texts.ts",
  "store/model_use/sentences.ts",
  "store/notifications/notices.ts",
]);

Deno.test("in the store a domain reaches another by its stream, its document or its events alone", () => {
  const wrong = IMPORTS.filter(({ from, to }) => {
    const [a, b] = [placeOf(from), placeOf(to)];
    return a.layer === "store" && b.layer === "store" && a.domain && b.domain && a.domain !== b.domain &&
      !to.startsWith(SHARED) && !/(?:^|_)(?:stream|document|events)\.ts$/.test(b.rest) &&
      !SHARED_IN_STORE.has(to);
  });
  assert.deepEqual(wrong.map(named), []);
});

Deno.test("the kernel of the store knows no domain but in its registry", () => {
  const wrong = IMPORTS.filter(({ from, to }) => {
    const [a, b] = [placeOf(from), placeOf(to)];
    return a.layer === "store" && !a.domain && b.layer === "store" && b.domain && !to.startsWith(SHARED) &&
      from !== "store/registry.ts";
  });
  assert.deepEqual(wrong.map(named), []);
});

Deno.test("only store/database.ts and store/copy.ts know the SQLite driver", () => {
  const users = PROGRAM.filter(({ text }) => text.includes('"node:sqlite"')).map(({ path }) => path);
  assert.deepEqual(users, ["store/copy.ts", "store/database.ts"]);
});

const lines = ({ text }: Source): number => text.split("\n").length - 1;

Deno.test("no source has more than 400 lines, and none of the program more than 200", () => {
  assert.deepEqual(SOURCES.filter((each) => lines(each) > 400).map(({ path }) => path), []);
  assert.deepEqual(PROGRAM.filter((each) => lines(each) > 200).map(({ path }) => path), []);
});

Deno.test("no source of the program writes to the console", () => {
  assert.deepEqual(PROGRAM.filter(({ text }) => /\bconsole\s*\./.test(text)).map(({ path }) => path), []);
});

Deno.test("every exported symbol says what it is", () => {
  assert.deepEqual(PROGRAM.flatMap(undocumented), []);
});

/** Exported functions, classes, constants and types without a comment; schemas and what is inferred speak for themselves. */
function undocumented({ path, text }: Source): string[] {
  const all = text.split("\n");
  return all.flatMap((line, i) => {
    const declared =
      /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|class|const|type|interface) (\w+)/.exec(
        line,
      )?.[1];
    if (!declared || /(?:Schema|Domain)$/.test(declared)) return [];
    if (new RegExp(`^export type ${declared} = z\\.(?:infer|input|output)<`).test(line)) return [];
    let above = i - 1;
    while (/^\s*\/\/ deno-(?:lint|fmt)-ignore/.test(all[above] ?? "")) above--;
    return /\*\/\s*$/.test(all[above] ?? "") ? [] : [`${path} ${declared}`];
  });
}
