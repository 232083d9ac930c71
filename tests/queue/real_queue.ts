/** Tickets of worker machines by a real PostgreSQL. `deno task test:queue`; not part of `deno task test`. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { PACKAGES } from "../../services/ground/kernel/packages.later.ts";
import { connectionOptions } from "../../services/workforce/worker_machines/queue/mod.ts";
import { temporaryDirectory } from "../temporary.ts";
import { makeCertificates } from "../worker_machines/certificates.ts";
import { locateRepository, openControl } from "../../services/machine/repositories/mod.ts";
import { RefusedError, type Send } from "../../services/execution/worker_program/mod.ts";
import { freePort } from "../../bench/setting.ts";
import { manifestSchema } from "../../services/workforce/worker_machines/wire/mod.ts";
import { TestRepository } from "../git.ts";
import type { Harness } from "../harness.ts";
import { runToRest } from "../runs/scenario.ts";
import { askForWork, doorOf, enrolMachine, runMachine } from "../worker_machines/machine.ts";
import { untilEvent, untilPresent } from "../worker_machines/until.ts";
import { Cluster } from "./cluster.ts";
import { login, openService, queueOf, ticketsIn, untilSome } from "./place.ts";

const asked = { request: 'create b.txt with "b"', verifier: { command: "test -f b.txt" } };

/** Makes an offer that stays open, for a run that is at rest: nothing here does it. */
async function offerOf(h: Harness, repository: TestRepository) {
  const { id: runId } = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  const storage = h.service.config.storageDirectory;
  const control = await openControl(await locateRepository(repository.root, storage), storage);
  const at = {
    commit: repository.git("rev-parse", "HEAD").trim(),
    tree: repository.git("rev-parse", "HEAD^{tree}").trim(),
  };
  return await h.service.machines.offer(contextFor(h.service, "system"), {
    kind: "verification",
    runId,
    round: 1,
    repositoryId: control.id,
    baseTree: at.tree,
    repoPath: repository.root,
    tree: at.tree,
    command: "true",
    setup: null,
    control,
    base: at,
    result: at,
  });
}

const eventsOf = (h: Harness, type: string) =>
  h.store.events.after(0, 10_000).filter((event) => event.type === type).map(({ data }) => data);

const FAST = { queueTimes: { compareMilliseconds: 300, againMilliseconds: 100 } };

Deno.test("a machine takes its ticket from the database; its password is in no log, and the database knows no prompt or path", async () => {
  await using cluster = await Cluster.make();
  await using h = await openService(cluster);
  using repository = TestRepository.make();
  await using machine = await runMachine(h);
  await untilPresent(h);
  const queue = await queueOf(cluster);
  const run = await runToRest(h, repository, asked);
  assert.equal(run.evaluation?.reportedBy?.name, "w1", machine.lines.join("\n"));
  await untilSome(async () => (await ticketsIn(cluster)).every(({ state }) => state === "completed"));
  const file = join(machine.directory, "queue.json");
  assert.equal(Deno.statSync(file).mode! & 0o777, 0o600);
  const { password, username } = new URL(JSON.parse(Deno.readTextFileSync(file)).url);
  assert.equal(username, queue);
  const written = [cluster.log, JSON.stringify(h.store.events.after(0, 10_000)), machine.lines.join("")];
  for (const text of written) assert.ok(!text.includes(password));
  assert.match(cluster.log, /"id":"assignment_\w+","fence":0/);
  assert.ok(!cluster.log.includes("b.txt") && !cluster.log.includes(repository.root));
  assert.match(
    cluster.log,
    new RegExp(`FROM agent_harness\\.j\\w+ j\\s+WHERE j.name = '${queue}'`),
    "it was fetched there",
  );
});

Deno.test("the role of a machine reaches its own tickets and nothing else, and can add none", async () => {
  await using cluster = await Cluster.make();
  await using h = await openService(cluster);
  const [one, other] = [await enrolMachine(h, { name: "w1" }), await enrolMachine(h, { name: "w2" })];
  const [first, second] = [(await login(one)).queue!, (await login(other)).queue!];
  const url = first.url!;
  const table = (name: string) =>
    cluster.sql(`SELECT table_name FROM agent_harness.queue WHERE name = '${name}'`);
  const [own, foreign] = [await table(first.name), await table(second.name)];
  assert.equal(
    await cluster.as(url, "SELECT name FROM agent_harness.queue"),
    first.name,
    "it sees its own queue alone",
  );
  assert.equal(await cluster.as(url, `SELECT count(*) FROM agent_harness.${own}`), "0");
  const refused = [
    `INSERT INTO agent_harness.${own} (name) VALUES ('${first.name}')`,
    `DELETE FROM agent_harness.${own}`,
    `TRUNCATE agent_harness.${own}`,
    `UPDATE agent_harness.${own} SET data = '{}'`,
    `UPDATE agent_harness.${own} SET singleton_key = 'x'`,
    `SELECT * FROM agent_harness.${foreign}`,
    `UPDATE agent_harness.${foreign} SET state = 'completed'`,
    "SELECT * FROM agent_harness.job",
    "INSERT INTO agent_harness.queue (name) VALUES ('x')",
    "SELECT agent_harness.create_queue('x', '{}')",
    "CREATE TABLE public.t ()",
    "CREATE TABLE agent_harness.t ()",
    "CREATE TEMP TABLE t ()",
    "CREATE SCHEMA s",
    "CREATE ROLE r",
    "SET ROLE control",
  ];
  for (const statement of refused) {
    await assert.rejects(cluster.as(url, statement), /permission denied/, statement);
  }
  await cluster.sql(`INSERT INTO agent_harness.${own} (name, state) VALUES ('${first.name}', 'active')`);
  await assert.rejects(
    cluster.as(url, `UPDATE agent_harness.${own} SET output = to_jsonb(repeat('x', 5000))`),
    /small_output/,
  );
  await cluster.as(url, `UPDATE agent_harness.${own} SET output = to_jsonb(repeat('x', 3000))`);
  await assert.rejects(login(one), /got a password for the database just now/);
});

Deno.test("tickets that a machine empties are sent again, within the time of a comparison, and a person is told once", async () => {
  await using cluster = await Cluster.make();
  await using h = await openService(cluster, FAST);
  using repository = TestRepository.make();
  const machine = await enrolMachine(h);
  const { name, url } = (await login(machine)).queue!;
  const offer = await offerOf(h, repository);
  const open = async () => (await ticketsIn(cluster)).filter(({ state }) => state === "created");
  await untilSome(async () => (await open()).length === 1);
  const table = await cluster.sql(`SELECT table_name FROM agent_harness.queue WHERE name = '${name}'`);
  for (let i = 1; i <= 2; i++) {
    await cluster.as(url!, `UPDATE agent_harness.${table} SET state = 'completed', completed_on = now()`);
    await untilEvent(h, "ticket_queue.repaired", i);
    assert.deepEqual((await open()).map(({ id, fence }) => [id, fence]), [[offer.id, 0]]);
  }
  assert.deepEqual(eventsOf(h, "ticket_queue.repaired")[0], {
    machines: ["w1"],
    missing: 1,
    forged: 0,
    flooded: 0,
    dead: 0,
    withinSeconds: 1,
  });
  const { items } = await h.operator("GET /notifications");
  assert.equal(items.filter(({ title }) => title === "Tickets were changed in the database").length, 1);
});

Deno.test("forged, repeated and outdated tickets are removed, a flood of them at once, and none of them can be claimed", async () => {
  await using cluster = await Cluster.make();
  await using h = await openService(cluster, FAST);
  using repository = TestRepository.make();
  const machine = await enrolMachine(h);
  const { name } = (await login(machine)).queue!;
  const offer = await offerOf(h, repository);
  await untilSome(async () => (await ticketsIn(cluster)).length === 1);
  const put = (count: number, id: string, fence: number) =>
    cluster.sql(
      `INSERT INTO agent_harness.job (name, data, singleton_key) SELECT '${name}', '{"id":"${id}","fence":${fence}}', '${id}/${fence}-' || n FROM generate_series(1, ${count}) n`,
    );
  await put(5, offer.id, 0);
  await put(5, offer.id, 7);
  await put(5, "assignment_forged", 0);
  const before = performance.now();
  await untilEvent(h, "ticket_queue.repaired");
  await untilSome(async () => (await ticketsIn(cluster)).length === 1);
  await put(100_000, "assignment_forged", 0);
  await untilSome(() =>
    Promise.resolve(JSON.stringify(eventsOf(h, "ticket_queue.repaired")).includes('"flooded":1'))
  );
  assert.deepEqual((await ticketsIn(cluster)).map(({ id, fence }) => [id, fence]), [[offer.id, 0]]);
  Deno.stderr.writeSync(
    new TextEncoder().encode(
      `a flood of 100,000 tickets: ${Math.round(performance.now() - before)} ms until it was gone\n`,
    ),
  );
  const claim = (id: string, fence: number) =>
    machine.client.call(manifestSchema, {
      method: "POST",
      path: "/worker/claims",
      body: { id, fence, have: {} },
    });
  for (const [id, fence] of [["assignment_forged", 0], [offer.id, 7]] as const) {
    await assert.rejects(claim(id, fence), (error) => error instanceof RefusedError && error.status === 400);
  }
  assert.equal((await claim(offer.id, 0)).fence, 1, "the true one can");
  await assert.rejects(claim(offer.id, 0), /is void/, "and once only");
});

Deno.test("a machine that is revoked has no role any more, and its connections end; also when the database was away", async () => {
  await using cluster = await Cluster.make();
  await using h = await openService(cluster);
  const [one, other] = [await enrolMachine(h, { name: "w1" }), await enrolMachine(h, { name: "w2" })];
  const [first, second] = [(await login(one)).queue!, (await login(other)).queue!];
  const roles = () => cluster.sql("SELECT count(*) FROM pg_roles WHERE rolname LIKE 'machine_%'");
  const sleeping = cluster.as(first.url!, "SELECT pg_sleep(600)");
  sleeping.catch(() => {}); // awaited below
  await untilSome(async () =>
    await cluster.sql(`SELECT count(*) FROM pg_stat_activity WHERE usename = '${first.name}'`) === "1"
  );
  assert.equal(await roles(), "2");
  await h.operator("POST /workers/:id/revoke", { params: { id: "w1" }, body: {} });
  await assert.rejects(sleeping, /terminating connection/);
  await untilSome(async () => await roles() === "1");
  await assert.rejects(cluster.as(first.url!, "SELECT 1"), /authentication failed/);
  assert.equal(await cluster.as(second.url!, "SELECT 1"), "1");
  await cluster.stop();
  await h.operator("POST /workers/:id/revoke", { params: { id: "w2" }, body: {} });
  await cluster.start();
  await untilSome(async () => await roles() === "0");
});

Deno.test("without the database work goes on at the door, a person is told, and it is used again when it is back", async () => {
  await using cluster = await Cluster.make();
  await using h = await openService(cluster);
  using repository = TestRepository.make();
  const machine = await enrolMachine(h);
  await login(machine);
  await cluster.stop();
  await untilEvent(h, "ticket_queue.unreachable");
  assert.equal((await login(machine, "use")).queue, undefined, "it waits at the door");
  const offer = await offerOf(h, repository);
  const atTheDoor = await login(machine, "use");
  assert.deepEqual(atTheDoor.ticket, { id: offer.id, fence: 0 });
  const open = async () =>
    (await h.operator("GET /notifications")).items.filter(({ title }) =>
      title === "The database of tickets cannot be used"
    );
  assert.equal((await open()).length, 1);
  await cluster.start();
  await untilEvent(h, "ticket_queue.reachable");
  const { queue } = await login(machine, "use");
  assert.equal(queue?.url, null, "the login that it has is still good");
  await untilSome(async () => (await ticketsIn(cluster)).some(({ id }) => id === offer.id));
});

Deno.test("a database that was restored from before a machine was enrolled gives it a new login and its tickets", async () => {
  await using cluster = await Cluster.make();
  await using h = await openService(cluster);
  using repository = TestRepository.make();
  await using machine = await runMachine(h);
  await untilPresent(h);
  await queueOf(cluster);
  await cluster.sql("DROP DATABASE tickets WITH (FORCE)", "postgres");
  await cluster.sql("CREATE DATABASE tickets OWNER control", "postgres");
  await untilEvent(h, "ticket_queue.reachable");
  const run = await runToRest(h, repository, asked);
  assert.equal(run.evaluation?.outcome, "passed", machine.lines.join("\n"));
});

Deno.test("over TLS the certificate of the database is verified, by the service and by its machines", async () => {
  const { certificate, key, authority } = await makeCertificates(temporaryDirectory());
  await using cluster = await Cluster.make({ certificate, key });
  const tls = `${cluster.url}?sslmode=verify-full`;
  await using h = await openService({ url: `${tls}&sslrootcert=${authority}` });
  const { url } = (await login(await enrolMachine(h))).queue!;
  assert.ok(url!.endsWith("?sslmode=verify-full"), "without the path of a file of this machine");
  const { PgBoss } = await PACKAGES.pgBoss();
  const begins = async (authority: string | null) => {
    const boss = new PgBoss({ ...connectionOptions(url!, authority), supervise: false, migrate: false });
    boss.on("error", () => {}); // it is in what `start` throws
    try {
      await boss.start();
    } finally {
      await boss.stop({ graceful: false });
    }
  };
  await begins(Deno.readTextFileSync(authority));
  await assert.rejects(begins(null), /certificate|UnknownIssuer/i);
  const uses = await cluster.sql(
    "SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = 'control'",
  );
  assert.equal(uses, "t");
});

Deno.test("a machine that cannot reach the database, while the service can, asks at the door and misses nothing", async () => {
  await using cluster = await Cluster.make();
  await using h = await openService(cluster);
  using repository = TestRepository.make();
  const door = doorOf(h);
  // The address that this machine learns is one where nothing listens: what a firewall looks like from there.
  const cut: Send = async (url, init) => {
    const response = await door(url, init);
    if (!url.endsWith("/worker/tickets")) return response;
    return new Response((await response.text()).replace(`:${cluster.port}/`, `:${freePort()}/`), response);
  };
  await using machine = await runMachine(h, {}, cut);
  await untilPresent(h, 1);
  await untilSome(() =>
    Promise.resolve(machine.lines.some((line) => /ECONNREFUSED.* Asking at the door/.test(line)))
  );
  const run = await runToRest(h, repository, asked);
  assert.equal(run.evaluation?.reportedBy?.name, "w1", machine.lines.join("\n"));
  assert.ok(!machine.lines.join().includes("postgres://"));
});

Deno.test("a ticket that a machine fetched again and again and never claimed is not sent to it again", async () => {
  await using cluster = await Cluster.make();
  await using h = await openService(cluster, FAST);
  using repository = TestRepository.make();
  const machine = await enrolMachine(h);
  const { name } = (await login(machine)).queue!;
  const offer = await offerOf(h, repository);
  await untilSome(async () => (await ticketsIn(cluster)).length === 1);
  // What pg-boss writes after the last attempt.
  await cluster.sql(
    `DELETE FROM agent_harness.job; INSERT INTO agent_harness.job (name, data, source_name) VALUES ('dead_letters', '{"id":"${offer.id}","fence":0}', '${name}')`,
  );
  await untilEvent(h, "ticket_queue.repaired");
  assert.match(JSON.stringify(eventsOf(h, "ticket_queue.repaired")), /"dead":1/);
  assert.deepEqual(await ticketsIn(cluster), []);
  const { ticket } = await askForWork(machine);
  assert.equal(ticket?.id, offer.id, "the offer itself is still open");
});
