/**
 * Each failure that worker machines have to survive, numbered, while a real PostgreSQL carries their tickets.
 * `deno task test:queue`; not part of `deno task test`.
 */
import assert from "node:assert/strict";
import type { Send } from "../../services/execution/worker_program/mod.ts";
import { freePort } from "../../bench/setting.ts";
import { REVIEWED, TestRepository } from "../git.ts";
import type { Harness, HarnessOptions } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { EventTail } from "../recovery/event_tail.ts";
import { ServiceProcess } from "../recovery/service_process.ts";
import { temporaryDirectory } from "../temporary.ts";
import { MachineProcess, wrongClock } from "../worker_machines/apart/machine_process.ts";
import { doorOf, enrolMachine, runMachine, serveDoor } from "../worker_machines/machine.ts";
import { judgeAssignments } from "../worker_machines/judge.ts";
import { untilEvent, untilPresent } from "../worker_machines/until.ts";
import { Cluster } from "./cluster.ts";
import { login, openService, ticketsIn, untilSome } from "./place.ts";

/** Short, and longer than what a verifier of these tests takes after an interruption. */
const LEASE_MILLISECONDS = 2_000;

const FAST = { queueTimes: { compareMilliseconds: 300, againMilliseconds: 100 } };

const leased = (cluster: Cluster, options: HarnessOptions = {}) =>
  openService(cluster, { leaseMilliseconds: LEASE_MILLISECONDS, ...options });

const ask = async (h: Harness, repository: TestRepository, command: string) => {
  const body = { request: 'create b.txt with "b"', repoPath: repository.root, verifier: { command }, fix: 0 };
  return (await h.operator("POST /coordinator/runs", { body })).id;
};

/** Checks what became of all assignments; returns it. */
const judged = (h: Harness) =>
  judgeAssignments(
    h.store.events.after(0, 100_000).map(({ stream, ...rest }) => ({ ...rest, subject: stream })),
  );

const noTicketIsOpen = (cluster: Cluster) =>
  untilSome(async () => (await ticketsIn(cluster)).every(({ state }) => state === "completed"));

/** A machine in a process of its own, which works for a harness over HTTP. */
async function startProcess(h: Harness, name: string, control: string, env: Record<string, string> = {}) {
  const machine = new MachineProcess(name, control, { env });
  await machine.enrol(h, { name, group: name, trust: ["verify"] });
  return machine;
}

Deno.test("1 a machine that is killed while it holds a ticket: the next one does it after the lease, once", async () => {
  await using cluster = await Cluster.make();
  await using h = await leased(cluster);
  using repository = TestRepository.make();
  await using door = serveDoor(h);
  await using killed = await startProcess(h, "w1", door.control);
  await untilPresent(h);
  const id = await ask(h, repository, 'case "$PWD" in *"/machine/"*) sleep 600;; esac; test -f b.txt');
  await untilEvent(h, "assignment.claimed");
  await killed.end("SIGKILL");
  await using other = await runMachine(h, { name: "w2" });
  const run = await h.settled(id);
  assert.equal(run.evaluation?.outcome, "passed", other.lines.join("\n"));
  const { claims, delivered, lost } = judged(h);
  assert.deepEqual({ claims, delivered, lost }, { claims: 2, delivered: 1, lost: 1 });
  assert.equal(run.evaluation?.reportedBy?.name, "w2");
});

Deno.test("2 a machine that is cut off from the service stops by itself, and its work is done here, once", async () => {
  await using cluster = await Cluster.make();
  await using h = await leased(cluster);
  using repository = TestRepository.make();
  let isCut = false;
  const door = doorOf(h);
  const cut: Send = (url, init) => isCut ? Promise.reject(new TypeError("cut")) : door(url, init);
  await using silent = await runMachine(h, {}, cut);
  await untilPresent(h);
  const id = await ask(h, repository, "sleep 3; test -f b.txt");
  await untilEvent(silent.service, "process.started");
  isCut = true;
  await untilEvent(h, "assignment.lost");
  assert.match(silent.lines.join("\n"), /Stopped run_\w+: The control plane did not answer in time/);
  assert.equal((await h.settled(id)).evaluation?.outcome, "passed");
  assert.equal(judged(h).delivered, 0, "this machine did it");
});

Deno.test("3 a ticket that the database gives out again, while its machine works on, is refused and done once", async () => {
  await using cluster = await Cluster.make();
  await using h = await leased(cluster);
  using repository = TestRepository.make();
  await using machine = await runMachine(h);
  await untilPresent(h);
  const id = await ask(h, repository, "sleep 3; test -f b.txt");
  await untilEvent(h, "assignment.claimed");
  // What pg-boss writes when no heartbeat of a ticket reached the database.
  const again =
    "UPDATE agent_harness.job SET state = 'retry', retry_count = 1, start_after = now() WHERE state = 'active'";
  await untilSome(async () => (await ticketsIn(cluster)).some(({ state }) => state === "active"));
  await cluster.sql(again);
  assert.equal((await h.settled(id)).evaluation?.reportedBy?.name, "w1", machine.lines.join("\n"));
  await noTicketIsOpen(cluster);
  const { claims, delivered, lost } = judged(h);
  assert.deepEqual({ claims, delivered, lost }, { claims: 1, delivered: 1, lost: 0 });
});

Deno.test("3 a machine whose connection to the database is a black hole delivers, and goes on at the door", async () => {
  await using cluster = await Cluster.make();
  await using h = await leased(cluster);
  using repository = TestRepository.make();
  using hole = blackHole(cluster.port);
  const door = doorOf(h);
  const through: Send = async (url, init) => {
    const response = await door(url, init);
    if (!url.endsWith("/worker/tickets")) return response;
    return new Response((await response.text()).replace(`:${cluster.port}/`, `:${hole.port}/`), response);
  };
  await using machine = await runMachine(h, {}, through);
  await untilPresent(h);
  const first = await ask(h, repository, "sleep 1; test -f b.txt");
  await untilEvent(h, "assignment.claimed");
  hole.close();
  assert.equal((await h.settled(first)).evaluation?.reportedBy?.name, "w1", machine.lines.join("\n"));
  await h.settled(await ask(h, repository, "test -f b.txt"));
  const { delivered, lost } = judged(h);
  assert.equal(lost, 0);
  assert.ok(delivered >= 1);
});

/** Forwards connections to a port, and after `close` nothing of them in either direction; nobody is told. */
function blackHole(to: number) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const connections = new Set<Deno.TcpConn>();
  let isClosed = false;
  const forward = async (from: Deno.TcpConn, into: Deno.TcpConn) => {
    const buffer = new Uint8Array(65_536);
    for (let read; (read = await from.read(buffer).catch(() => null)) !== null;) {
      if (!isClosed) await into.write(buffer.slice(0, read));
    }
  };
  const serve = async () => {
    for await (const one of listener) {
      const other = await Deno.connect({ hostname: "127.0.0.1", port: to });
      connections.add(one).add(other);
      void forward(one, other).catch(() => {}); // it is closed at the end of the test
      void forward(other, one).catch(() => {});
    }
  };
  void serve().catch(() => {});
  return {
    port: listener.addr.port,
    close: () => void (isClosed = true),
    [Symbol.dispose]: () => {
      listener.close();
      for (const each of connections) each.close();
    },
  };
}

Deno.test("4 a service that is killed while tickets are out voids them, and the next run is verified", async () => {
  await using cluster = await Cluster.make();
  using repository = TestRepository.make();
  const storage = temporaryDirectory();
  const port = freePort();
  const wrap = [
    "env",
    `AGENT_HARNESS_WORKER_LISTEN=127.0.0.1:${port}`,
    `AGENT_HARNESS_QUEUE=${cluster.url}`,
  ];
  const started = () => ServiceProcess.start({ storage, workers: 1, wrap });
  const first = await started();
  await using machine = new MachineProcess("w1", `http://127.0.0.1:${port}`);
  await machine.enrol(first, { name: "w1", group: "w1", trust: ["verify"] });
  using tail = new EventTail(first);
  await tail.first(({ type }) => type === "ticket_queue.login_made" || type === "worker_machine.described");
  await untilSome(async () =>
    await cluster.sql("SELECT count(*) FROM pg_stat_activity WHERE usename LIKE 'machine_%'") !== "0"
  );
  const command = "sleep 600";
  const body = { request: 'create b.txt with "b"', repoPath: repository.root, verifier: { command }, fix: 0 };
  const { id } = await first.operator("POST /coordinator/runs", { body });
  await tail.first(({ type }) => type === "assignment.claimed");
  await first.kill();
  await using second = await started();
  await second.operator("POST /runs/:id/cancel", { params: { id } });
  const next = { ...body, verifier: { command: "test -f b.txt" } };
  const { id: later } = await second.operator("POST /coordinator/runs", { body: next });
  using rest = new EventTail(second);
  await rest.first(({ type, runid }) => type === "evaluation.completed" && runid === later);
  await noTicketIsOpen(cluster);
  assert.ok(rest.count(({ type }) => type === "assignment.ended") >= 1, "what was given out is void");
  judgeAssignments(rest.events);
});

Deno.test("5 a database that is restarted under a machine that works: it delivers, and verifies the next result", async () => {
  await using cluster = await Cluster.make();
  await using h = await leased(cluster);
  using repository = TestRepository.make();
  await using machine = await runMachine(h);
  await untilPresent(h);
  const first = await ask(h, repository, "sleep 2; test -f b.txt");
  await untilEvent(h, "assignment.claimed");
  await cluster.stop();
  await cluster.start();
  assert.equal((await h.settled(first)).evaluation?.reportedBy?.name, "w1", machine.lines.join("\n"));
  await untilSome(() => Promise.resolve(h.service.ticketQueue?.isConnected));
  const second = await h.settled(await ask(h, repository, "test -f b.txt"));
  assert.equal(second.evaluation?.reportedBy?.name, "w1", machine.lines.join("\n"));
  const { delivered, lost } = judged(h);
  assert.deepEqual({ delivered, lost }, { delivered: 2, lost: 0 });
});

Deno.test("6 a machine that is frozen for longer than its lease delivers nothing when it wakes up, and is not shut out", async () => {
  await using cluster = await Cluster.make();
  await using h = await leased(cluster);
  using repository = TestRepository.make();
  await using door = serveDoor(h);
  await using machine = await startProcess(h, "w1", door.control);
  await untilPresent(h);
  const id = await ask(h, repository, "sleep 1; test -f b.txt");
  await untilEvent(h, "assignment.claimed");
  Deno.kill(machine.pid, "SIGSTOP");
  await untilEvent(h, "assignment.lost");
  await using other = await runMachine(h, { name: "w2" });
  const run = await h.settled(id);
  assert.equal(run.evaluation?.outcome, "passed", other.lines.join("\n"));
  Deno.kill(machine.pid, "SIGCONT");
  await untilSome(() => Promise.resolve(machine.lines.some((line) => line.startsWith("Stopped run_"))));
  await h.operator("POST /workers/:id/drain", { params: { id: "w2" } });
  const next = await h.settled(await ask(h, repository, "sleep 0.5; test -f b.txt"));
  assert.equal(next.evaluation?.outcome, "passed");
  assert.equal(judged(h).lost, 1);
});

Deno.test("7 the clock of a machine is a day wrong, and nothing follows from it", async () => {
  await using cluster = await Cluster.make();
  await using h = await leased(cluster);
  using repository = TestRepository.make();
  await using door = serveDoor(h);
  await using machine = await startProcess(h, "w1", door.control, wrongClock("-1d"));
  await untilPresent(h);
  const run = await h.settled(await ask(h, repository, `sleep 3; echo "at $(date +%s)"; test -f b.txt`));
  assert.equal(run.evaluation?.reportedBy?.name, "w1", machine.lines.join("\n"));
  assert.equal(judged(h).lost, 0);
  await noTicketIsOpen(cluster);
});

Deno.test("8 and 9 an answer that is lost and an object that arrives damaged are one delivery and one used ticket", async () => {
  await using cluster = await Cluster.make();
  await using h = await openService(cluster);
  using repository = TestRepository.make();
  const door = doorOf(h);
  const spoilt = { object: 0, answer: 0 };
  const lossy: Send = async (url, init) => {
    const response = await door(url, init);
    if (url.includes("/worker/objects/") && spoilt.object++ === 0) {
      const bytes = await response.bytes();
      bytes[0]! ^= 1;
      return new Response(bytes);
    }
    if (url.endsWith("/delivery") && spoilt.answer++ === 0) {
      await response.body?.cancel();
      throw new TypeError("connection reset");
    }
    return response;
  };
  {
    await using machine = await runMachine(h, {}, lossy);
    await untilPresent(h);
    const run = await h.settled(await ask(h, repository, "test -f b.txt"));
    assert.equal(run.evaluation?.reportedBy?.name, "w1", machine.lines.join("\n"));
  }
  assert.deepEqual(spoilt, { object: 2, answer: 2 });
  assert.equal(judged(h).delivered, 1);
  await noTicketIsOpen(cluster);
});

Deno.test("10 a base that moved meanwhile is judged at the apply: nothing of what a machine verified is written", async () => {
  await using cluster = await Cluster.make();
  await using h = await leased(cluster);
  using repository = TestRepository.make();
  await using _machine = await runMachine(h);
  await untilPresent(h);
  const run = await h.settled(await ask(h, repository, "test -f b.txt"));
  assert.equal(run.evaluation?.reportedBy?.name, "w1");
  repository.commit({ "b.txt": "another b" });
  const approve = h.operator("POST /approvals/:id/approve", {
    params: { id: pendingOf(run).id },
    body: REVIEWED,
  });
  const outcome = await approve.then(() => "approved", (error) => String(error));
  const later = await h.settled(run.id);
  assert.equal(repository.read("b.txt"), "another b");
  assert.notEqual(later.status, "completed", outcome);
});

Deno.test("11 a machine is flooded, and another one sees nothing of it", async () => {
  await using cluster = await Cluster.make();
  await using h = await leased(cluster, FAST);
  using repository = TestRepository.make();
  const { name: queue } = (await login(await enrolMachine(h, { name: "w1" }))).queue!;
  await using other = await runMachine(h, { name: "w2" });
  await untilPresent(h, 2);
  await cluster.sql(
    `INSERT INTO agent_harness.job (name, data, singleton_key) SELECT '${queue}', '{"id":"assignment_forged","fence":0}', 'x-' || n FROM generate_series(1, 100000) n`,
  );
  const before = performance.now();
  const run = await h.settled(await ask(h, repository, "test -f b.txt"));
  const milliseconds = Math.round(performance.now() - before);
  assert.equal(run.evaluation?.reportedBy?.name, "w2", other.lines.join("\n"));
  await untilSome(async () =>
    await cluster.sql("SELECT count(*) FROM agent_harness.job WHERE data->>'id' = 'assignment_forged'") ===
      "0"
  );
  Deno.stderr.writeSync(
    new TextEncoder().encode(`beside a flood of 100,000 tickets: ${milliseconds} ms a run\n`),
  );
});

Deno.test("12 a verification with which its machine is lost twice is done here", async () => {
  await using cluster = await Cluster.make();
  await using h = await leased(cluster, { leaseMilliseconds: 600 });
  using repository = TestRepository.make();
  const door = doorOf(h);
  const deaf: Send = (url, init) =>
    url.endsWith("/heartbeats") || url.endsWith("/delivery")
      ? Promise.reject(new TypeError("cut"))
      : door(url, init);
  await using machine = await runMachine(h, {}, deaf);
  await untilPresent(h);
  const run = await h.settled(await ask(h, repository, "sleep 1; test -f b.txt"));
  assert.deepEqual([run.evaluation?.outcome, run.evaluation?.reportedBy], ["passed", undefined]);
  assert.equal(judged(h).lost, 2, machine.lines.join("\n"));
});

Deno.test("13 a dump from before is restored: what it says of work that is done is refused or removed, and nothing runs twice", async () => {
  await using cluster = await Cluster.make();
  await using h = await leased(cluster, FAST);
  using repository = TestRepository.make();
  await using machine = await runMachine(h);
  await untilPresent(h);
  const first = await ask(h, repository, "sleep 1; test -f b.txt");
  await untilEvent(h, "assignment.claimed");
  const dump = await cluster.dump();
  assert.match(dump, /assignment_/, "the ticket is in it");
  assert.equal((await h.settled(first)).evaluation?.reportedBy?.name, "w1");
  await cluster.restore(dump);
  await cluster.sql("UPDATE agent_harness.job SET state = 'created' WHERE name <> 'dead_letters'");
  await untilSome(async () => (await ticketsIn(cluster)).every(({ state }) => state === "completed"));
  await untilSome(() => Promise.resolve(h.service.ticketQueue?.isConnected));
  const second = await h.settled(await ask(h, repository, "test -f b.txt"));
  assert.equal(second.evaluation?.outcome, "passed", machine.lines.join("\n"));
  judged(h);
  const claims = h.store.events.after(0, 10_000).filter(({ type, runId }) =>
    type === "assignment.claimed" && runId === first
  );
  assert.equal(claims.length, 1);
});
