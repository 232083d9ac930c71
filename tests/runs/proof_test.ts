import assert from "node:assert/strict";
import { join } from "node:path";
import type { AuditExport, RunReplayPacket } from "../../services/execution/run_views/proof/audit_schemas.ts";
import { verifyAudit } from "../../services/execution/run_views/proof/verify_audit.ts";
import { verifyPacket } from "../../services/execution/run_views/proof/verify_packet.ts";
import { hashData, hashEvent, sha256 } from "../../store/chain.ts";
import type { Actor } from "../../store/event.ts";
import { runCli } from "../cli/fixture.ts";
import { World } from "./runs_world.ts";
import { temporaryDirectory } from "../temporary.ts";

type Edit<Document> = (document: Document) => void;
type Entry = AuditExport["entries"][number];

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/** Every leaf of a document, each with a way to put another value there. */
function* leaves(value: unknown, path: string[] = []): Generator<{ path: string[] }> {
  if (typeof value !== "object" || value === null) yield { path };
  else for (const [key, inner] of Object.entries(value)) yield* leaves(inner, [...path, key]);
}

/** The first leaf of each kind: of events, by their type; of other lists, whichever element comes first. */
function* kindsOf(document: AuditExport | RunReplayPacket): Generator<{ path: string[] }> {
  const seen = new Set<string>();
  for (const { path } of leaves(document)) {
    const [list = "", at = "", ...rest] = path;
    const type = list === "entries" && "entries" in document ? document.entries[Number(at)]!.type : "";
    const kind = [type, list, at, ...rest].map((key) => /^\d+$/.test(key) ? "#" : key).join(".");
    if (!seen.has(kind)) yield { path };
    seen.add(kind);
  }
}

function changeAt(document: unknown, path: readonly string[]): void {
  let place = document as Record<string, unknown>;
  for (const key of path.slice(0, -1)) place = place[key] as Record<string, unknown>;
  const last = path.at(-1)!;
  const value = place[last];
  place[last] = typeof value === "string"
    ? flipped(value)
    : typeof value === "number"
    ? value + 1
    : typeof value === "boolean"
    ? !value
    : "x";
}

/** Another text of the same form, where there is one. */
const flipped = (text: string): string =>
  text === "" ? "x" : (text.endsWith("0") ? text.slice(0, -1) + "1" : text.slice(0, -1) + "0");

/** Computes an entry's hash for its fields, as somebody does who knows the rule. */
function rehash(entry: Entry): void {
  entry.dataSha256 = hashData(entry.salt!, entry.dataText!);
  entry.hash = hashOfLink(entry);
}

const said = (report: { checks: unknown }): string => JSON.stringify(report.checks);

Deno.test("verifyAudit() and verifyPacket() hold for what the service exports of a run in any state", async () => {
  await using world = await World.make();
  const { h, ids } = world;
  for (const [state, id] of Object.entries(ids.runs)) {
    const params = { id };
    const audit = copy(await h.operator("GET /runs/:id/audit", { params }));
    const report = verifyAudit(audit);
    assert.ok(report.ok, `${state}: ${said(report)}`);
    assert.equal(verifyAudit(audit, { head: audit.chain.headHash }).ok, true);
    const packet = copy(await h.operator("GET /runs/:id/replay-packet", { params }));
    const opened = verifyPacket(packet);
    assert.ok(opened.ok, `${state}: ${said(opened)}`);
    // The agent sees nothing of others, and what it sees holds as well.
    const seen = copy(await h.agent("GET /runs/:id/audit", { params })) as AuditExport;
    assert.equal(seen.links, undefined);
    const weaker = verifyAudit(seen);
    assert.ok(weaker.ok && /gaps among them cannot be detected/.test(said(weaker)), said(weaker));
    assert.ok(seen.entries.every(({ runId }) => runId === id));
    const packed = copy(await h.agent("GET /runs/:id/replay-packet", { params })) as RunReplayPacket;
    assert.equal(packed.proof?.links, undefined);
  }
});

Deno.test("verifyAudit() finds every edit of any value of each type of event, and names the entry", async () => {
  await using world = await World.make();
  const params = { id: world.ids.runs.completed };
  const audit = copy(await world.h.operator("GET /runs/:id/audit", { params }));
  const free = /^(?:exportedAt|serviceVersion|chain\.rule|run\.nextMove)/;
  for (const { path } of kindsOf(audit)) {
    const name = path.join(".");
    if (free.test(name)) continue;
    const edited = copy(audit);
    changeAt(edited, path);
    const report = verifyAudit(edited);
    assert.equal(report.ok, false, name);
    const list = path[0] === "entries" || path[0] === "links" ? audit[path[0]]! : null;
    if (!list || report.runId === null) continue;
    const { sequence } = list[Number(path[1])]!;
    // A changed sequence moves the entry: the one after it, or the gap that it leaves, may be met first.
    if (path[2] === "sequence") continue;
    const next = sequence + 1;
    assert.ok([sequence, next].includes(report.broken!.sequence!), `${name}: ${said(report)}`);
  }
});

const EDITS: Readonly<Record<string, Edit<AuditExport>>> = {
  "an entry was taken out of the middle": ({ entries }) => void entries.splice(3, 1),
  "the first entry was taken out": ({ entries }) => void entries.shift(),
  "the last entry was taken out": ({ entries }) => void entries.pop(),
  "a link was taken out": ({ links }) => void links!.splice(1, 1),
  "all links were taken out": (audit) => void (audit.links = []),
  "two entries changed places": ({ entries }) => {
    [entries[2]!.sequence, entries[3]!.sequence] = [entries[3]!.sequence, entries[2]!.sequence];
  },
  "an entry stands there twice": ({ entries }) => void entries.push(copy(entries[2]!)),
  "an entry's data was emptied": ({ entries }) => {
    Object.assign(entries[2]!, { data: null, dataText: null, salt: null });
  },
  "an entry was edited and its own hash computed anew": ({ entries }) => {
    const entry = entries[2]!;
    entry.dataText = JSON.stringify({ ...entry.data as object, more: 1 });
    entry.data = JSON.parse(entry.dataText);
    rehash(entry);
  },
  "an entry of another run was put in": ({ entries }) => {
    const entry = { ...copy(entries[2]!), runId: "run_other" };
    rehash(entry);
    entries[2] = entry;
  },
  "an entry of the run is shown as a link": (audit) => {
    const [{ data: _, dataText: _1, salt: _2, ...link }] = audit.entries.splice(2, 1) as [Entry];
    audit.links!.push(link);
  },
  "an artifact was taken out": ({ artifacts }) => void artifacts.pop(),
  "an artifact was put in": ({ artifacts }) => void artifacts.push({ ...artifacts[0]!, path: "more" }),
  "an artifact stands there twice": ({ artifacts }) => void artifacts.push(artifacts[0]!),
  "the run's status was changed": ({ run }) => void (run.status = "failed"),
  "the head was changed": ({ chain }) => void (chain.headHash = sha256("x")),
};

Deno.test("verifyAudit() finds each way to take something out, put something in or move it", async (t) => {
  await using world = await World.make();
  const params = { id: world.ids.runs.reworked };
  const audit = copy(await world.h.operator("GET /runs/:id/audit", { params }));
  for (const [what, edit] of Object.entries(EDITS)) {
    await t.step(what, () => {
      const edited = copy(audit);
      edit(edited);
      const report = verifyAudit(edited);
      assert.equal(report.ok, false);
      for (const { detail } of report.checks) assert.match(detail, /^[A-Z0-9].*\.$/);
    });
  }
  await t.step("a log that was made up as a whole is found by a hash that is known from elsewhere", () => {
    const edited = copy(audit);
    const all = [...edited.entries, ...edited.links!].sort((a, b) => a.sequence - b.sequence) as Entry[];
    const victim = edited.entries[2]!;
    victim.actor = "agent";
    let previous: string | null = null;
    for (const entry of all) {
      entry.previousHash = previous ?? entry.previousHash;
      entry.hash = hashOfLink(entry);
      previous = entry.hash;
    }
    edited.chain.headHash = previous!;
    assert.equal(verifyAudit(edited).broken, null);
    assert.equal(verifyAudit(edited, { head: audit.chain.headHash }).ok, false);
  });
  await t.step("what is not an export is said in one sentence", () => {
    for (const document of [null, [], {}, "x", 1, { ...audit, format: "x" }, { ...audit, entries: [1] }]) {
      const report = verifyAudit(document);
      assert.equal(report.ok, false);
      assert.match(report.checks[0]!.detail, /^This is not an audit export: .*\.$/);
    }
  });
});

function hashOfLink(entry: Entry): string {
  return hashEvent({
    seq: entry.sequence,
    stream: entry.stream,
    version: entry.version,
    type: entry.type,
    at: entry.at,
    actor: entry.actor as Actor,
    run_id: entry.runId,
    task_session_id: entry.taskSessionId,
    conversation_id: entry.conversationId,
    data_sha256: entry.dataSha256,
    prev_hash: entry.previousHash,
  });
}

Deno.test("verifyPacket() finds every edit of what the packet says, but of what could be done again", async () => {
  await using world = await World.make();
  const params = { id: world.ids.runs.waiting };
  const packet = copy(await world.h.operator("GET /runs/:id/replay-packet", { params }));
  assert.ok(packet.plan.some(({ guidance }) => guidance.length > 0));
  for (const { path } of kindsOf(packet)) {
    const name = path.join(".");
    if (/^(?:createdAt|serviceVersion|dryRun|proof\.chain\.rule)/.test(name)) continue;
    const edited = copy(packet);
    changeAt(edited, path);
    assert.equal(verifyPacket(edited).ok, false, name);
  }
  const edits: Edit<RunReplayPacket>[] = [
    ({ plan }) => void plan.pop(),
    ({ plan }) => void plan.push(plan[0]!),
    ({ plan }) => void (plan[0]!.guidance = []),
    (edited) => void (edited.base = null),
    (edited) => void delete edited.proof,
    (edited) => void (edited.request.setup = { command: "true" }),
  ];
  for (const edit of edits) {
    const edited = copy(packet);
    edit(edited);
    assert.equal(verifyPacket(edited).ok, false, String(edit));
  }
});

Deno.test("audit verify and replay open work on a file alone, and end with 1 for one that was edited", async () => {
  const directory = temporaryDirectory();
  const id = await (async () => {
    await using world = await World.make();
    const params = { id: world.ids.runs.completed };
    const audit = await world.h.operator("GET /runs/:id/audit", { params });
    const packet = await world.h.operator("GET /runs/:id/replay-packet", { params });
    Deno.writeTextFileSync(join(directory, "audit.json"), JSON.stringify(audit));
    Deno.writeTextFileSync(join(directory, "packet.json"), JSON.stringify(packet));
    for (const { path, sha256 } of audit.artifacts) {
      Deno.mkdirSync(join(directory, "files", path, ".."), { recursive: true });
      Deno.writeFileSync(join(directory, "files", path), await world.h.service.artifacts.read(sha256));
    }
    const edited = copy(audit);
    edited.entries[4]!.at = "2020-01-01T00:00:00.000Z";
    Deno.writeTextFileSync(join(directory, "edited.json"), JSON.stringify(edited));
    return { run: params.id, head: audit.chain.headHash, broken: edited.entries[4]!.sequence };
  })();
  const options = { directory };
  const good = await runCli(
    ["audit", "verify", "audit.json", "--head", id.head, "--artifacts", "files"],
    options,
  );
  assert.equal(good.code, 0, good.stdout + good.stderr);
  const edited = await runCli(["audit", "verify", "edited.json"], options);
  assert.equal(edited.code, 1);
  assert.ok(edited.stdout.includes(`The first broken entry is ${id.broken}`), edited.stdout);
  const json = JSON.parse((await runCli(["audit", "verify", "edited.json", "--json"], options)).stdout);
  assert.deepEqual([json.ok, json.broken.sequence], [false, id.broken]);
  const [first] = [...Deno.readDirSync(join(directory, "files"))];
  Deno.removeSync(join(directory, "files", first!.name), { recursive: true });
  assert.equal((await runCli(["audit", "verify", "audit.json", "--artifacts", "files"], options)).code, 1);
  const opened = await runCli(["replay", "open", "packet.json"], options);
  assert.equal(opened.code, 0, opened.stdout);
  assert.ok(opened.stdout.includes(id.run) && opened.stdout.includes("docs/done.md"), opened.stdout);
  assert.equal((await runCli(["replay", "open", "audit.json"], options)).code, 1);
  assert.equal((await runCli(["audit", "verify", "nothing.json"], options)).code, 2);
  assert.equal((await runCli(["audit", "verify", "audit.json", "--head", "abc"], options)).code, 2);
  Deno.removeSync(directory, { recursive: true });
});
