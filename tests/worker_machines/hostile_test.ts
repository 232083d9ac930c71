import assert from "node:assert/strict";
import { z } from "zod";
import { sha256 } from "../../store/chain.ts";
import type { Statement } from "../../store/worker_machines/document.ts";
import {
  deliveredSchema,
  heartbeatSchema,
  makeKeys,
  manifestSchema,
  PROTOCOL,
  sign,
  statementText,
  type VerificationManifest,
} from "../../services/workforce/worker_machines/wire/mod.ts";
import { REVIEWED, TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { askForWork, CONTROL, DOOR, doorOf, enrolMachine, refused, UNCONFINED } from "./machine.ts";

type Machine = Awaited<ReturnType<typeof enrolMachine>>;

const any = z.looseObject({});

async function claim({ client }: Machine, ticket: { id: string; fence: number } | null) {
  const body = { ...ticket, have: {} };
  const manifest = await client.call(manifestSchema, { method: "POST", path: "/worker/claims", body });
  assert.ok(manifest.kind === "verification");
  return manifest;
}

/** Says about a lease what a machine that did the work would. */
const statementOf = (
  manifest: VerificationManifest,
  output = "done\n",
  changes: Partial<Statement> = {},
): Statement => ({
  assignmentId: manifest.assignmentId,
  fence: manifest.fence,
  runId: manifest.runId,
  tree: manifest.result.tree,
  command: manifest.command,
  setup: manifest.setup,
  exitCode: 0,
  timedOut: false,
  durationMilliseconds: 5,
  outputSha256: sha256(output),
  confinement: { kind: "bubblewrap", network: false, detail: "in a sandbox" },
  ...changes,
});

async function deliver(
  machine: Machine,
  manifest: VerificationManifest,
  statement: Statement,
  output = "done\n",
  keys = machine.identity.keys,
) {
  const lease = `/worker/leases/${manifest.leaseId}`;
  const bytes = new TextEncoder().encode(output);
  await machine.client.call(any, { method: "PUT", path: `${lease}/objects/${sha256(output)}`, bytes });
  const signature = await sign(keys, statementText(statement));
  return await machine.client.call(deliveredSchema, {
    method: "POST",
    path: `${lease}/delivery`,
    body: { statement, signature },
  });
}

/** A run whose verification one machine has claimed. */
async function claimed(h: Harness, repository: TestRepository, machine: Machine, name = "b.txt") {
  await askForWork(machine);
  const waiting = askForWork(machine, 20);
  const { id } = await h.operator("POST /coordinator/runs", {
    body: {
      repoPath: repository.root,
      request: `create ${name} with "b"`,
      verifier: { command: "false" },
      fix: 0,
    },
  });
  const { ticket } = await waiting;
  return { id, ticket: ticket!, manifest: await claim(machine, ticket) };
}

const opened = (options: object = {}) =>
  harness({ workers: 1, workerDoor: DOOR, checkedShare: 0, leaseMilliseconds: 60_000, ...options });

Deno.test("a worker machine that says something else than it was asked is refused by name, and nothing counts", async () => {
  await using h = await opened();
  using repository = TestRepository.make();
  const machine = await enrolMachine(h);
  const { id, manifest } = await claimed(h, repository, machine);
  const other = { tree: "0".repeat(40), command: "true", runId: "run_other", fence: 7, setup: "npm ci" };
  for (const [name, value] of Object.entries(other)) {
    await refused(
      deliver(machine, manifest, statementOf(manifest, "done\n", { [name]: value })),
      new RegExp(`The statement's ${name} is .*, and the lease is for`),
    );
  }
  await refused(
    deliver(machine, manifest, statementOf(manifest), "done\n", await makeKeys()),
    /not signed with the key of this worker machine/,
  );
  await refused(deliver(machine, manifest, statementOf(manifest, "other\n")), /output .* was not sent/);
  const path = `/worker/leases/${manifest.leaseId}/objects/${sha256("x")}`;
  const bytes = new TextEncoder().encode("y");
  await refused(machine.client.call(any, { method: "PUT", path, bytes }), /does not have the hash/);
  assert.equal((await h.operator("GET /runs/:id", { params: { id } })).evaluation, undefined);
  await deliver(machine, manifest, statementOf(manifest));
  const { evaluation } = await h.settled(id);
  assert.equal(evaluation?.outcome, "passed", "without these checks the same machine is believed");
});

Deno.test("a delivery counts once: the same again is accepted, another one names who holds it", async () => {
  await using h = await opened();
  using repository = TestRepository.make();
  const machine = await enrolMachine(h);
  const { id, manifest } = await claimed(h, repository, machine);
  const statement = statementOf(manifest);
  await deliver(machine, manifest, statement);
  await h.settled(id);
  const signature = await sign(machine.identity.keys, statementText(statement));
  const path = `/worker/leases/${manifest.leaseId}/delivery`;
  const again = { method: "POST" as const, path, body: { statement, signature } };
  assert.deepEqual(await machine.client.call(deliveredSchema, again), { accepted: true });
  const changed = statementOf(manifest, "done\n", { exitCode: 1 });
  const body = { statement: changed, signature: await sign(machine.identity.keys, statementText(changed)) };
  await refused(machine.client.call(any, { method: "POST", path, body }), /lease on .* is over.*w1/);
  const delivered = h.store.events.after(0, 10_000).filter(({ type }) => type === "assignment.delivered");
  assert.equal(delivered.length, 1);
});

Deno.test("one ticket in the hands of two machines runs once", async () => {
  await using h = await opened();
  using repository = TestRepository.make();
  const [one, two] = [await enrolMachine(h), await enrolMachine(h, { name: "w2" })];
  await askForWork(two);
  const { id, ticket, manifest } = await claimed(h, repository, one);
  await refused(claim(two, ticket), /is void\. w1 has it/);
  await refused(claim(two, { ...ticket, fence: manifest.fence }), /is void\. w1 has it/);
  await refused(
    two.client.call(any, { method: "GET", path: `/worker/objects/${manifest.pack.sha256}` }),
    /no object/,
  );
  const own = (headers = {}) =>
    one.client.fetch({ method: "GET", path: `/worker/objects/${manifest.pack.sha256}`, headers });
  const whole = await (await own()).bytes();
  const rest = await own({ range: "bytes=4-" });
  assert.deepEqual([rest.status, await rest.bytes()], [206, whole.subarray(4)]);
  const beat = { method: "POST" as const, path: `/worker/leases/${manifest.leaseId}/heartbeats` };
  assert.equal((await two.client.call(heartbeatSchema, beat)).lease, "lost");
  await refused(deliver(two, manifest, statementOf(manifest)), /belongs to another worker machine/);
  await deliver(one, manifest, statementOf(manifest));
  await h.settled(id);
});

Deno.test("a ticket in the hands of a machine that lacks trust, label or repository is void, and its work goes elsewhere", async () => {
  await using h = await opened();
  using repository = TestRepository.make();
  using other = TestRepository.make();
  const usual = { name: "w1", labels: ["gpu"], repos: [repository.root] };
  const lacking = [{ trust: [] }, { labels: [] }, { repos: [other.root] }];
  const one = await enrolMachine(h, usual);
  const others: Machine[] = [];
  for (const [i, lack] of lacking.entries()) {
    others.push(await enrolMachine(h, { ...usual, ...lack, name: `thief${i}` }));
    await askForWork(others.at(-1)!);
  }
  await askForWork(one);
  const waiting = askForWork(one, 20);
  const { id } = await h.operator("POST /coordinator/runs", {
    body: {
      repoPath: repository.root,
      request: 'create b.txt with "b"',
      verifier: { command: "true" },
      needs: ["gpu"],
    },
  });
  const { ticket } = await waiting;
  for (const thief of others) await refused(claim(thief, ticket), /There is nothing to claim/);
  const manifest = await claim(one, ticket);
  await deliver(one, manifest, statementOf(manifest));
  assert.equal((await h.settled(id)).evaluation?.reportedBy?.name, "w1", "with all three it is given");
});

Deno.test("a request is accepted once, for this start, from its own key, unchanged; and only what the door has is there", async () => {
  await using h = await opened();
  const sent: Request[] = [];
  const door = doorOf(h);
  const machine = await enrolMachine(h, {}, (url, init) => {
    sent.push(new Request(url, init));
    return door(url, init);
  });
  await askForWork(machine);
  const original = sent.at(-1)!;
  const send = async (url: string, request: Request, headers: Record<string, string> = {}, body?: string) => {
    const response = await door(url, {
      method: request.method,
      headers: { ...Object.fromEntries(request.headers), ...headers },
      body: body ?? await request.clone().text(),
    });
    return { status: response.status, text: await response.text() };
  };
  const url = `${CONTROL}/worker/tickets`;
  assert.match((await send(url, original)).text, /was already received/);
  const counted = { "agent-harness-counter": "99" };
  assert.match((await send(url, original, counted)).text, /signature does not fit/, "its counter is signed");
  assert.match((await send(`${url}?x=1`, original, counted)).text, /signature does not fit|nothing here/);
  assert.match((await send(url, original, {}, "{}")).text, /signature does not fit/);
  const stolen = { authorization: `Bearer ${machine.identity.token}x` };
  assert.match((await send(url, original, stolen)).text, /not known here/);
  const thief = await enrolMachine(h, { name: "w2" });
  Object.assign(thief.identity, { machineId: machine.identity.machineId, token: machine.identity.token });
  await refused(askForWork(thief), /signature does not fit/);
  for (const path of ["/runs", "/approvals", "/health", "/", "/worker", "/worker/tickets/x", "/dashboard"]) {
    const response = await door(`${CONTROL}${path}`, { headers: { authorization: "Bearer operator" } });
    assert.equal(response.status, 404, path);
    await response.body?.cancel();
  }
});

Deno.test("a code is accepted once, for an hour, and by a machine of this protocol; a revoked machine is shut out at once", async () => {
  const clock = { at: Date.parse("2026-11-27T10:00:00Z") };
  await using h = await opened({ now: () => new Date(clock.at) });
  using repository = TestRepository.make();
  const door = doorOf(h);
  const { publicKey } = await makeKeys();
  const exchange = async (body: unknown) => {
    const response = await door(`${CONTROL}/worker/enrolments`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };
  const { code } = await h.operator("POST /workers", { body: { name: "late" } });
  assert.match((await exchange({ protocol: 99, code, publicKey })).text, /Upgrade the control plane/);
  assert.match((await exchange({ protocol: PROTOCOL, code, publicKey: "bm8=" })).text, /no Ed25519 key/);
  clock.at += 61 * 60 * 1000;
  assert.match((await exchange({ protocol: PROTOCOL, code, publicKey })).text, /code is not valid/);
  const machine = await enrolMachine(h);
  const { id, manifest } = await claimed(h, repository, machine);
  await assert.rejects(
    h.operator("POST /workers", { body: { name: "w1" } }),
    /There is a worker machine w1 already/,
  );
  await h.operator("POST /workers/:id/revoke", { params: { id: "w1" }, body: { reason: "It was stolen." } });
  await refused(deliver(machine, manifest, statementOf(manifest)), /w1 was revoked: It was stolen/);
  await refused(askForWork(machine), /was revoked/);
  const { evaluation } = await h.settled(id);
  assert.deepEqual([evaluation?.outcome, evaluation?.reportedBy], ["failed", undefined], "it was done here");
  const used = await h.operator("GET /workers");
  assert.deepEqual(used.items.map(({ status }) => status), ["invited", "revoked"]);
});

Deno.test("a token ends a day after its last use", async () => {
  const clock = { at: Date.parse("2026-11-27T10:00:00Z") };
  await using h = await opened({ now: () => new Date(clock.at) });
  const machine = await enrolMachine(h);
  clock.at += 23 * 3_600_000;
  await askForWork(machine);
  clock.at += 23 * 3_600_000;
  await askForWork(machine);
  clock.at += 25 * 3_600_000;
  await refused(askForWork(machine), /token of the worker machine w1 ended/);
});

Deno.test("a machine sees only repositories that it may see, and without a sandbox nothing unless that is allowed", async () => {
  await using h = await opened();
  using repository = TestRepository.make();
  using hidden = TestRepository.make();
  const run = async (root: string) => {
    const { id } = await h.operator("POST /coordinator/runs", {
      body: { repoPath: root, request: 'create b.txt with "b"', verifier: { command: "true" } },
    });
    return (await h.settled(id)).evaluation;
  };
  const loose = await enrolMachine(h, { name: "w0", allowUnconfined: false });
  await askForWork(loose, 0, UNCONFINED);
  assert.equal((await run(repository.root))?.reportedBy, undefined);
  const machine = await enrolMachine(h, { repos: [repository.root] });
  await askForWork(machine);
  assert.equal((await run(hidden.root))?.reportedBy, undefined);
  assert.equal(h.store.events.after(0, 10_000).filter(({ type }) => type === "assignment.offered").length, 0);
  const { manifest, id } = await claimed(h, repository, machine);
  await deliver(machine, manifest, statementOf(manifest));
  const details = await h.settled(id);
  assert.equal(details.evaluation?.reportedBy?.name, "w1");
  await h.operator("POST /approvals/:id/approve", { params: { id: pendingOf(details).id }, body: REVIEWED });
});

Deno.test("the list says who is there, what each holds, sees and runs in; a verifier that took too long is told as such", async () => {
  await using h = await opened();
  using repository = TestRepository.make();
  using other = TestRepository.make();
  assert.equal((await h.operator("GET /workers")).listensOn, "http://127.0.0.1:0");
  const [machine, loose] = [
    await enrolMachine(h, { repos: [repository.root] }),
    await enrolMachine(h, { name: "w2", allowUnconfined: true, repos: [repository.root, other.root] }),
  ];
  await askForWork(loose, 0, UNCONFINED);
  const first = await claimed(h, repository, machine);
  const [w1, w2] = (await h.operator("GET /workers")).items;
  assert.deepEqual(w1!.doing.map(({ runId }) => runId), [first.id]);
  assert.deepEqual([w1!.repos, w2!.repos.length], [[repository.root], 2]);
  assert.deepEqual([w1!.sandbox!.confined, w2!.sandbox!.confined], [true, false]);
  await deliver(
    machine,
    first.manifest,
    statementOf(first.manifest, "done\n", { timedOut: true, exitCode: 143 }),
  );
  const { evaluation } = await h.settled(first.id);
  assert.equal(evaluation?.outcome, "failed");
  assert.match(evaluation!.detail, /took too long and was stopped/);

  const second = await claimed(h, repository, machine, "c.txt");
  const waiting = askForWork(loose, 20, UNCONFINED);
  await h.operator("POST /workers/:id/revoke", { params: { id: "w1" }, body: {} });
  const again = await claim(loose, (await waiting).ticket);
  assert.equal(again.fence, second.manifest.fence + 1);
  await deliver(loose, again, statementOf(again));
  assert.equal((await h.settled(second.id)).evaluation?.reportedBy?.statement.fence, again.fence);
  await using closed = await harness();
  const { listensOn, items } = await closed.operator("GET /workers");
  assert.deepEqual([listensOn, items], [null, []]);
});
