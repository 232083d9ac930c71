import assert from "node:assert/strict";
import type { PreRunChecklist } from "../../services/conversation/coordinator/checklist_schemas.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";
import { temporaryDirectory } from "../temporary.ts";
import { Conversation } from "./conversation.ts";

type Body = {
  content: string;
  repoPath?: string;
  verifier?: { command: string };
  worker?: { provider: string };
};

const CHECKS = [
  "repository",
  "clean",
  "base",
  "verifier",
  "worker",
  "policy",
  "past_failures",
  "context_documents",
];

function check(h: Harness, talk: Conversation, body: Body, as: "operator" | "agent" = "operator") {
  return h[as]("POST /coordinator/conversations/:id/pre-run-checklist", { params: talk.params, body });
}

/** The states of the items, in their order. */
const states = ({ items }: PreRunChecklist) =>
  Object.fromEntries(items.map(({ check, status }) => [check, status]));
const item = ({ items }: PreRunChecklist, name: string) => items.find(({ check }) => check === name)!;

const CREATE = 'create NOTE.md with "x"';

Deno.test("POST …/pre-run-checklist: each item is ok with its reason where all is well, and the record is durable", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const talk = await Conversation.begin(h);
  const verifier = { command: "test -f a.txt" };
  const base = await runToRest(h, repository, { request: "run true", verifier });
  assert.equal(base.status, "completed");
  const events = await h.eventsOf(async () => {
    const found = await check(h, talk, { content: CREATE, repoPath: repository.root, verifier });
    assert.deepEqual(found.items.map(({ check }) => check), CHECKS);
    assert.equal(found.status, "ok", JSON.stringify(found.items, null, 2));
    assert.match(item(found, "verifier").reason, /passed on the base/);
    assert.deepEqual(item(found, "verifier").recordIds, [base.id]);
    assert.deepEqual(found.counts, { ok: 8, warn: 0, block: 0 });
    assert.deepEqual((await talk.details()).preRunChecklistRecords, [found]);
  });
  assert.deepEqual(events.map(({ type }) => type), ["conversation.checklist_completed"]);
  assert.equal(repository.git("status", "--porcelain"), "");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST …/pre-run-checklist compares the working tree with the base, and blocks what could not be applied", async () => {
  using repository = TestRepository.make({ "a.txt": "hello\n", ".gitignore": "ignored\n" });
  await using h = await harness({ workers: 1 });
  const talk = await Conversation.begin(h);
  repository.write({ "a.txt": "mine\n", "new.txt": "new\n", "ignored": "x" });
  const dirty = await check(h, talk, { content: CREATE, repoPath: repository.root });
  assert.equal(item(dirty, "clean").status, "warn");
  assert.match(item(dirty, "clean").reason, /2 paths changed since the base: a\.txt, new\.txt\./);
  const touched = await check(h, talk, { content: 'append "x" to a.txt', repoPath: repository.root });
  assert.equal(item(touched, "clean").status, "block");
  assert.equal(touched.status, "block");
  repository.commit({}, "keep");
  const clean = await check(h, talk, { content: CREATE, repoPath: repository.root });
  assert.equal(item(clean, "clean").status, "ok");
  // Looks at the same time, and one after the objects of the first were pruned, see the same.
  const busy = { content: CREATE, repoPath: repository.root };
  repository.write({ "new.txt": "newer\n" });
  const looks = await Promise.all(Array.from({ length: 4 }, () => check(h, talk, busy)));
  for (const look of looks) {
    assert.match(item(look, "clean").reason, /1 path changed since the base: new\.txt/);
  }
  const run = await runToRest(h, repository, { request: CREATE });
  await h.operator("POST /runs/:id/delete", { params: { id: run.id } });
  assert.match(item(await check(h, talk, busy), "clean").reason, /new\.txt/);
  repository.git("checkout", "-q", "--detach");
  assert.equal(
    item(await check(h, talk, { content: CREATE, repoPath: repository.root }), "base").status,
    "warn",
  );
  const plain = temporaryDirectory();
  const directory = await check(h, talk, { content: CREATE, repoPath: plain });
  assert.deepEqual([states(directory).clean, states(directory).base], ["ok", "ok"]);
  await Deno.remove(plain, { recursive: true });
});

Deno.test("POST …/pre-run-checklist does not run git or filters in the target", async () => {
  using repository = TestRepository.make({ "a.txt": "hello\n", ".gitattributes": "* filter=evil\n" });
  await using h = await harness({ workers: 1 });
  const talk = await Conversation.begin(h);
  const mark = `${h.directory}/ran`;
  repository.git("config", "filter.evil.clean", `touch ${mark}; cat`);
  repository.git("config", "core.fsmonitor", `touch ${mark}`);
  repository.write({ "a.txt": "changed\n" });
  const head = Deno.readTextFileSync(`${repository.root}/.git/index`);
  const found = await check(h, talk, { content: CREATE, repoPath: repository.root });
  assert.equal(item(found, "clean").status, "warn");
  assert.equal(Deno.readTextFileSync(`${repository.root}/.git/index`), head);
  await assert.rejects(Deno.stat(mark));
});

Deno.test("POST …/pre-run-checklist says what is in the way: repository, worker, words, class, verifier, failures", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const talk = await Conversation.begin(h);
  const nowhere = await check(h, talk, { content: CREATE });
  assert.equal(item(nowhere, "repository").status, "block");
  assert.equal(nowhere.repoPath, null);
  const missing = await check(h, talk, { content: CREATE, repoPath: "/no/such/directory" });
  assert.match(item(missing, "repository").reason, /does not exist/);
  const repoPath = repository.root;
  const words = await check(h, talk, { content: "make it nicer", repoPath });
  assert.equal(item(words, "worker").status, "block");
  assert.match(item(words, "worker").reason, /does not understand line 1/);
  const worker = await check(h, talk, { content: CREATE, repoPath, worker: { provider: "nowhere" } });
  assert.equal(item(worker, "worker").status, "warn");
  assert.match(item(worker, "worker").reason, /builtin\/recipe/);
  const trades = await check(h, talk, { content: "Buy 10 shares of ACME for me.", repoPath });
  assert.equal(item(trades, "policy").status, "block");
  const ssh = await check(h, talk, { content: "run ssh root@192.0.2.1 reboot", repoPath });
  assert.equal(item(ssh, "policy").status, "block");

  const verifier = { command: "false" };
  const unseen = await check(h, talk, { content: CREATE, repoPath, verifier });
  assert.match(item(unseen, "verifier").reason, /has never passed/);
  const failed = await runToRest(h, repository, { request: CREATE, verifier, onRed: "fail" });
  const after = await check(h, talk, { content: CREATE, repoPath, verifier });
  assert.match(item(after, "verifier").reason, new RegExp(`failed the last time, in ${failed.id}`));
  assert.equal(item(after, "past_failures").status, "warn");
  assert.deepEqual(item(after, "past_failures").recordIds, [failed.id]);
  await approvePending(h, await runToRest(h, repository, { request: CREATE }));
  const better = await check(h, talk, { content: CREATE, repoPath });
  assert.equal(item(better, "past_failures").status, "ok");
  await h.operator("POST /runs/:id/delete", { params: { id: failed.id } });
  const erased = await check(h, talk, { content: CREATE, repoPath, verifier });
  assert.doesNotMatch(JSON.stringify(erased.items), new RegExp(failed.id));
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST …/pre-run-checklist tells the agent which gates a human has to open first", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const talk = await Conversation.begin(h);
  const body = { content: "run touch x", repoPath: repository.root };
  const before = item(await check(h, talk, body, "agent"), "policy");
  assert.equal(before.status, "warn");
  assert.match(before.reason, /start, because no human.*command, for each/);
  assert.equal(item(await check(h, talk, body), "policy").status, "ok");
  await runToRest(h, repository, { request: CREATE });
  assert.doesNotMatch(item(await check(h, talk, body, "agent"), "policy").reason, /start, because/);
});

Deno.test("POST …/pre-run-checklist names context documents that the repository has outgrown", async () => {
  using repository = TestRepository.make({ "README.md": "See `src/main.ts`.\n", "src/main.ts": "x\n" });
  await using h = await harness({ workers: 1 });
  const talk = await Conversation.begin(h);
  const { id } = await h.operator("POST /projects/context", {
    body: { projectPath: repository.root, importFrom: "README.md" },
  });
  const body = { content: CREATE, repoPath: repository.root };
  assert.equal(item(await check(h, talk, body), "context_documents").status, "ok");
  repository.git("rm", "-q", "src/main.ts");
  const stale = item(await check(h, talk, body), "context_documents");
  assert.equal(stale.status, "warn");
  assert.match(stale.reason, /src\/main\.ts/);
  assert.deepEqual(stale.recordIds, [id]);
});
