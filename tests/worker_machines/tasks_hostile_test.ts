import assert from "node:assert/strict";
import { sha256 } from "../../store/chain.ts";
import { assignmentStream } from "../../store/worker_machines/assignment.ts";
import type { TaskStatement } from "../../store/worker_machines/document.ts";
import {
  encodeModelCall,
  inboxSchema,
  type Lane,
  type MachineMessage,
  makeKeys,
  receivedSchema,
} from "../../services/workforce/worker_machines/wire/mod.ts";
import { RefusedError } from "../../services/execution/worker_program/mod.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { approvePending } from "../runs/scenario.ts";
import { ForeignObjects } from "./foreign_objects.ts";
import { Holder, type Machine, OPENED } from "./holder.ts";
import { askForWork, enrolMachine, refused as refusedWith, UNCONFINED } from "./machine.ts";

const refused = (work: Promise<unknown>, sentence: RegExp) => refusedWith(work, sentence, 400);

Deno.test("a machine that says something else of a task than it was told to do is refused by name, and nothing counts", async () => {
  await using h = await harness(OPENED);
  using repository = TestRepository.make();
  using objects = new ForeignObjects();
  const machine = await enrolMachine(h, { trust: ["tasks"] });
  const holder = await Holder.of(h, machine, repository, objects);
  const hello = objects.write("blob", "hello\n");
  const made = objects.write("blob", "b");
  const KEPT = { mode: "100644", name: "a.txt", id: hello };
  const files = await holder.send([KEPT, { mode: "100644", name: "b.txt", id: made }]);
  const lies: [Partial<TaskStatement>, RegExp][] = [
    [{ assignmentId: "assignment_other" }, /assignmentId/],
    [{ fence: 7 }, /The statement's fence is 7, and the lease is for 1/],
    [{ runId: "run_other" }, /runId/],
    [{ taskSessionId: "task_other" }, /taskSessionId/],
    [{ step: 2 }, /The statement's step is 2/],
    [{ from: "0".repeat(40) }, /statement's from/],
    [{ tree: holder.manifest.task.start.tree }, /statement's tree/],
    [{ outcomeSha256: sha256("another outcome") }, /outcomeSha256/],
  ];
  for (const [changes, sentence] of lies) {
    await refused(holder.ended(files, changes).then((it) => holder.say([it])), sentence);
  }
  const others = await makeKeys();
  await refused(holder.say([await holder.ended(files, {}, others)]), /not signed with the key/);
  const missing = { ...files, pack: { sha256: sha256("x"), parts: [sha256("x")] } };
  await refused(holder.say([await holder.ended(missing)]), /was not sent/);
  const [half] = [
    await holder.put({ bytes: new Uint8Array([1, 2, 3]), sha256: sha256(new Uint8Array([1, 2, 3])) }),
  ];
  await refused(
    holder.say([await holder.ended({ ...files, pack: { ...half, sha256: sha256("y") } })]),
    /not complete|do not make/,
  );
  await refused(holder.say([await holder.ended({ ...files, pack: half })]), /not complete, or damaged/);
  const other = { ...files, tree: objects.tree([{ ...KEPT, name: "other.txt" }]) };
  await refused(holder.say([await holder.ended(other)]), /does not have the tree/);
  const absent = { ...files, commit: "1".repeat(40) };
  await refused(holder.say([await holder.ended({ ...absent, pack: null })]), /not complete, or damaged/);
  await refused(holder.say([await holder.ended(files)], { first: 9 }), /The message 1 is missing/);
  assert.equal(
    h.store.documents.find(assignmentStream, { runId: holder.runId }, { limit: 9 })[0]!.status,
    "claimed",
  );
  // The control: what is true is accepted, once, and the same again changes nothing.
  const honest = await holder.ended(files);
  assert.equal(await holder.say([honest]), 1);
  const run = await h.settled(holder.runId);
  assert.equal(run.status, "waiting", run.statusDetail);
  assert.equal(await holder.say([honest], { first: 1 }), 1);
  assert.equal((await approvePending(h, run)).status, "completed");
  assert.equal(repository.read("b.txt"), "b");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("files that may not be in a working tree are refused before anything is written, each by name", async () => {
  await using h = await harness(OPENED);
  using repository = TestRepository.make();
  using objects = new ForeignObjects();
  const machine = await enrolMachine(h, { trust: ["tasks"] });
  const holder = await Holder.of(h, machine, repository, objects);
  const hello = objects.write("blob", "hello\n");
  const evil = objects.write("blob", "#!/bin/sh\ntouch hacked\n");
  const outside = objects.write("blob", "/etc/passwd");
  const KEPT = { mode: "100644", name: "a.txt", id: hello };
  const within = (name: string, mode = "100755", id = evil) => ({
    mode: "40000",
    name: "sub",
    id: objects.tree([{ mode, name, id }]),
  });
  const entries: [string, { mode: string; name: string; id: string }, RegExp][] = [
    [".git", { mode: "100755", name: ".git", id: evil }, /./],
    ["a hook", {
      mode: "40000",
      name: ".git",
      id: objects.tree([{ mode: "100755", name: "post-checkout", id: evil }]),
    }, /./],
    [
      "a parent",
      { mode: "40000", name: "..", id: objects.tree([{ mode: "100644", name: "x", id: evil }]) },
      /./,
    ],
    ["a slash", { mode: "100644", name: "../x", id: evil }, /./],
    [".GIT below", within(".GIT"), /./],
    ["a link out", { mode: "120000", name: "link", id: outside }, /link/],
    ["a submodule", { mode: "160000", name: "module", id: "2".repeat(40) }, /module/],
  ];
  for (const [what, entry, sentence] of entries) {
    const own = [KEPT, entry].toSorted((a, b) => a.name < b.name ? -1 : 1);
    const send = async () => {
      const nested = entry.mode === "40000" ? [entry.id] : [];
      const tree = objects.tree(own);
      const commit = objects.commit(tree, holder.manifest.task.start.commit);
      const ids = [...new Set([hello, evil, outside, ...nested, tree, commit])];
      const pack = await holder.put(objects.pack(ids));
      await holder.say([await holder.ended({ commit, tree, pack })]);
    };
    await assert.rejects(send(), (error) => {
      assert.ok(error instanceof RefusedError && error.status === 400, `${what}: ${error}`);
      assert.match(error.message, sentence, what);
      return true;
    });
  }
  assert.equal(
    h.store.documents.find(assignmentStream, { runId: holder.runId }, { limit: 9 })[0]!.status,
    "claimed",
  );
  const { items } = await h.operator("GET /workers", {});
  assert.equal(items[0]!.doing.length, 1);
  await h.operator("POST /runs/:id/cancel", { params: { id: holder.runId } });
  await h.settled(holder.runId);
});

Deno.test("files that cannot be written here are refused each time they are sent, and nothing of them is left", async () => {
  await using h = await harness(OPENED);
  using repository = TestRepository.make();
  using objects = new ForeignObjects();
  const machine = await enrolMachine(h, { trust: ["tasks"] });
  const holder = await Holder.of(h, machine, repository, objects);
  const made = objects.write("blob", "b");
  const own = [
    { mode: "100644", name: "a.txt", id: objects.write("blob", "hello\n") },
    { mode: "100644", name: "b.txt", id: made },
  ];
  const tooLong = objects.tree([{ mode: "100644", name: "x".repeat(300), id: made }]);
  const tree = objects.tree([...own, { mode: "40000", name: "sub", id: tooLong }]);
  const commit = objects.commit(tree, holder.manifest.task.start.commit);
  const pack = await holder.put(objects.pack([made, tooLong, tree, commit]));
  const ended = await holder.ended({ commit, tree, pack });
  for (let each = 0; each < 2; each++) await refused(holder.say([ended]), /Not all of the files/);
  assert.equal(await holder.say([await holder.ended(await holder.send(own))]), 1);
  assert.equal((await approvePending(h, await h.settled(holder.runId))).status, "completed");
  assert.equal(repository.read("b.txt"), "b");
  assert.equal(repository.exists("sub"), false);
});

Deno.test("a machine says nothing of another one's lease, of a lease that is over, or on another lease's lane", async () => {
  await using h = await harness(OPENED);
  using repository = TestRepository.make();
  using objects = new ForeignObjects();
  const one = await enrolMachine(h, { name: "one", trust: ["tasks"] });
  const holder = await Holder.of(h, one, repository, objects);
  const other = await enrolMachine(h, { name: "other", trust: ["tasks"] });
  const words: MachineMessage = { kind: "words", text: "I am the other one.", as: "words" };
  const say = (machine: Machine, leaseId: string, lane: string) =>
    machine.client.call(receivedSchema, {
      method: "POST",
      path: `/worker/leases/${leaseId}/messages`,
      lane: `messages-${lane}` as `messages-${string}`,
      body: { first: 1, messages: [words] },
    });
  const { leaseId } = holder.manifest;
  await refused(say(other, leaseId, leaseId), /lease/);
  const foreign = `lease_${crypto.randomUUID()}`;
  await assert.rejects(say(one, leaseId, foreign), (error) => {
    assert.ok(error instanceof RefusedError);
    assert.equal(error.status, 403);
    assert.match(error.message, /for requests about that lease alone/);
    return true;
  });
  assert.equal((await say(one, leaseId, leaseId)).received, 1);
  await h.operator("POST /runs/:id/cancel", { params: { id: holder.runId } });
  await h.settled(holder.runId);
  await refused(say(one, leaseId, leaseId), /lease/);
});

Deno.test("messages that arrive twice at once are handled once, and in order", async () => {
  await using h = await harness(OPENED);
  using repository = TestRepository.make();
  using objects = new ForeignObjects();
  const machine = await enrolMachine(h, { trust: ["tasks"] });
  const holder = await Holder.of(h, machine, repository, objects);
  const made = objects.write("blob", "b");
  const files = await holder.send([{ mode: "100644", name: "b.txt", id: made }]);
  const question: MachineMessage = {
    kind: "question",
    id: "q1",
    question: { about: "command", command: "true" },
    files,
  };
  const lanes: Lane[] = [`messages-${holder.manifest.leaseId}`, `objects-${holder.manifest.leaseId}`];
  const received = await Promise.all(lanes.map((lane) => holder.say([question], { first: 1, lane })));
  assert.deepEqual(received, [1, 1]);
  await refused(holder.say([question], { first: 2 }), /was asked before/);
  const { messages } = await machine.client.call(inboxSchema, {
    method: "POST",
    path: `/worker/leases/${holder.manifest.leaseId}/inbox`,
    lane: `inbox-${holder.manifest.leaseId}`,
    body: { received: 1, waitSeconds: 20 },
  });
  assert.deepEqual(messages.map(({ kind }) => kind), ["answer"]);
  await h.operator("POST /runs/:id/cancel", { params: { id: holder.runId } });
  await h.settled(holder.runId);
});

Deno.test("a machine calls no model with a lease for work that calls none, nor with what is no call", async () => {
  await using h = await harness(OPENED);
  using repository = TestRepository.make();
  using objects = new ForeignObjects();
  const machine = await enrolMachine(h, { trust: ["tasks"] });
  const holder = await Holder.of(h, machine, repository, objects);
  const { leaseId } = holder.manifest;
  const call = (bytes: Uint8Array<ArrayBuffer>, lease = leaseId) =>
    machine.client.fetch({
      method: "POST",
      path: `/worker/leases/${lease}/models`,
      lane: `models-${lease}`,
      bytes,
    });
  const chat = encodeModelCall({
    method: "POST",
    path: "/v1/chat/completions",
    headers: { "content-type": "application/json" },
    body: new TextEncoder().encode(JSON.stringify({ model: "any", messages: [] })),
  });
  await refused(call(chat), /for no program that calls models here/);
  await refused(call(chat, `lease_${crypto.randomUUID()}`), /lease/);
  await h.operator("POST /runs/:id/cancel", { params: { id: holder.runId } });
  await h.settled(holder.runId);
  assert.ok(!h.store.events.after(0, 10_000).some(({ type }) => type === "model.called"));
});

Deno.test("a machine without a sandbox is given no task, even where it may verify without one", async () => {
  await using h = await harness({ ...OPENED, leaseMilliseconds: 900 });
  using repository = TestRepository.make();
  const machine = await enrolMachine(h, { trust: ["tasks", "verify"], allowUnconfined: true });
  await askForWork(machine, 0, UNCONFINED);
  const body = { repoPath: repository.root, request: 'create b.txt with "b"', verifier: { command: "true" } };
  const waiting = askForWork(machine, 20, UNCONFINED);
  const { id } = await h.operator("POST /coordinator/runs", { body });
  const { ticket } = await waiting;
  assert.ok(ticket, "the verification is offered: the control");
  const [offered] = h.store.documents.find(assignmentStream, { runId: id }, { limit: 9 });
  assert.equal(offered!.taskSessionId, undefined);
  await h.operator("POST /runs/:id/cancel", { params: { id } });
  await h.settled(id);
});

Deno.test("more than a task may send is refused, by part and in all, and a flood of words ends where it begins", async () => {
  await using h = await harness(OPENED);
  using repository = TestRepository.make();
  using objects = new ForeignObjects();
  const machine = await enrolMachine(h, { trust: ["tasks"] });
  const holder = await Holder.of(h, machine, repository, objects);
  const large = new Uint8Array(3 * 1024 * 1024);
  await assert.rejects(holder.put({ bytes: large, sha256: sha256(large) }), (error) => {
    assert.ok(error instanceof RefusedError);
    assert.match(error.message, /2097152|too large|larger/);
    return true;
  });
  const words: MachineMessage = { kind: "words", text: "x".repeat(1_000_001), as: "words" };
  await refused(holder.say([words]), /text|characters|long/i);
  const many = Array.from({ length: 501 }, (): MachineMessage => ({ kind: "words", text: "x", as: "words" }));
  await refused(holder.say(many), /500/);
  assert.equal(await holder.say(many.slice(0, 500)), 500);
  await h.operator("POST /runs/:id/cancel", { params: { id: holder.runId } });
  await h.settled(holder.runId);
});

Deno.test("requests about leases that are over take nothing from those about leases that are held", async () => {
  await using h = await harness(OPENED);
  using repository = TestRepository.make();
  using objects = new ForeignObjects();
  const machine = await enrolMachine(h, { trust: ["tasks"] });
  const holder = await Holder.of(h, machine, repository, objects);
  // After each task, a machine asks once more what is to be done.
  for (let ended = 0; ended < 200; ended++) {
    const leaseId = `lease_${crypto.randomUUID()}`;
    const ask = machine.client.call(inboxSchema, {
      method: "POST",
      path: `/worker/leases/${leaseId}/inbox`,
      lane: `inbox-${leaseId}`,
      body: { received: 0, waitSeconds: 0 },
    });
    await refused(ask, /is over or belongs to another/);
  }
  const bytes = new Uint8Array([1, 2, 3]);
  assert.deepEqual((await holder.put({ bytes, sha256: sha256(bytes) })).parts, [sha256(bytes)]);
  await h.operator("POST /runs/:id/cancel", { params: { id: holder.runId } });
  await h.settled(holder.runId);
});
