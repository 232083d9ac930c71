import assert from "node:assert/strict";
import { PROVIDER_KINDS } from "../../services/sessions/provider_kinds/kinds/table.ts";
import { WORKER_KINDS, workerKindOf } from "../../services/workforce/worker_kinds/kinds.ts";
import { importsOf, PROGRAM, type Source } from "./sources.ts";

/** Files that still tell recipes from other workers by the name of their provider, and how often. The list only shrinks. */
const BY_NAME: Readonly<Record<string, number>> = {
  "client/keep_default.ts": 1,
  "services/control/approvals/output_back.ts": 1,
  "services/conversation/coordinator/messages/answers/refuse.ts": 1,
  "services/conversation/coordinator/messages/answers/request_plan.ts": 1,
  "services/execution/executor/work/ask_for_plan.ts": 1,
  "ui/approvals/review/decision/verification_actions.tsx": 1,
  "ui/coordinator/conversation/use_has_model.ts": 1,
};

const PROVIDERS = PROVIDER_KINDS.map(({ id }) => id);
const WORKERS = WORKER_KINDS.map(({ id }) => id);

/** Ids that nothing else has, so that a comparison with one is about a kind wherever it stands. */
const OWN_IDS = PROVIDERS.filter((id) => id !== "command");

const KINDS_FOLDER = "services/sessions/provider_kinds/";
const KIND_FILES = ["services/workforce/workers/worker_kind.ts", "services/workforce/worker_kinds/kinds.ts"];

/** Returns the places of a source that ask which kind a provider or a worker is of. */
function asksForKind(source: Source): string[] {
  const knows = importsOf(source).some(({ to }) => to.startsWith(KINDS_FOLDER) || KIND_FILES.includes(to));
  const ids = knows ? [...PROVIDERS, ...WORKERS] : OWN_IDS;
  const literal = `["'](?:${ids.join("|")})["']`;
  const named = /\/(\w+)\/kind\.ts$/;
  const objects = importsOf(source).flatMap(({ to }) => {
    const folder = to.startsWith(KINDS_FOLDER) ? named.exec(to)?.[1] : undefined;
    return folder ? [folder.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())] : [];
  });
  const patterns = [
    String.raw`\bkind\??\.(?:id|worker)\s*[=!]==?`,
    String.raw`[=!]==?\s*[\w.?!]*\bkind\.(?:id|worker)\b`,
    String.raw`switch\s*\([^)]*\bkind\.(?:id|worker)\)`,
    ...(knows ? [String.raw`\bkind(?:\.id|\.worker)?\s+in\s+[A-Z]`] : []),
    String.raw`(?<!report\.|node\.)\bkind\s*[=!]==?\s*${literal}`,
    String.raw`\bprovider\s*[=!]==?\s*${literal}`,
    ...(objects.length > 0 ? [String.raw`[=!]==?\s*(?:${objects.join("|")})\b`] : []),
  ];
  return patterns.flatMap((pattern) => source.text.match(new RegExp(pattern, "g")) ?? []);
}

Deno.test("no code asks which kind a provider or a worker is of: the kind says what differs", () => {
  const found = PROGRAM.map((source) => [source.path, asksForKind(source).length] as const)
    .filter(([, times]) => times > 0);
  assert.deepEqual(Object.fromEntries(found), BY_NAME);
});

Deno.test("a question for the kind is found: by its id, its worker, an object of the table, or a provider's name", () => {
  const path = "services/workforce/routing/sample.ts";
  const header = 'import { acp } from "../../sessions/provider_kinds/kinds/acp/kind.ts";\n';
  const of = (text: string) => asksForKind({ path, text: `${header}${text}` }).length;
  for (
    const text of [
      'provider.kind.id === "x"',
      'if ("x" !== provider.kind.worker) return;',
      "switch (provider.kind.id) {",
      "kind.id in MAKERS",
      'kind === "command"',
      'kind !== "agent"',
      "provider.kind === acp",
      'worker.provider === "builtin"',
    ]
  ) assert.ok(of(text) > 0, text);
  for (
    const text of ["const { id } = provider.kind;", 'source === "builtin"', "provider.kind.health === null"]
  ) {
    assert.equal(of(text), 0, text);
  }
  const elsewhere = { path: "services/control/sample.ts", text: 'asks.kind === "command"; kind === "acp"' };
  assert.equal(asksForKind(elsewhere).length, 1);
});

Deno.test("each kind of provider and of worker has an id of its own, and each worker is named by a provider", () => {
  assert.equal(new Set(PROVIDERS).size, PROVIDERS.length);
  assert.equal(new Set(WORKERS).size, WORKERS.length);
  const named = PROVIDER_KINDS.map((kind) => workerKindOf({ kind }).id);
  assert.deepEqual([...new Set(named)].toSorted(), WORKERS.toSorted());
});
