import assert from "node:assert/strict";
import { join } from "node:path";
import { workerMachineStream } from "../../store/worker_machines/machine.ts";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { RunWorld } from "../workflows/run_world.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { runToRest } from "../runs/scenario.ts";
import { AGENT } from "../tokens.ts";
import { DOOR, enrolMachine, runMachine, tell } from "./machine.ts";
import { untilEvent, untilPresent } from "./until.ts";

const opened = (options: object = {}) =>
  harness({ workers: 1, workerDoor: DOOR, checkedShare: 0, ...options });

const asked = { request: 'create b.txt with "b"', verifier: { command: "test -f b.txt" } };

const reporterOf = async (h: Harness, repository: TestRepository, more: object = {}) => {
  const run = await runToRest(h, repository, { ...asked, ...more });
  assert.equal(run.evaluation?.outcome, "passed", JSON.stringify(run.waitingFor));
  return run.evaluation!.reportedBy?.name;
};

const trust = (h: Harness, body: object) => h.json("POST", "/workers/w1/trust", body);

Deno.test("results are verified here until a machine is trusted to verify, then by one that is independent", async () => {
  await using h = await opened();
  using repository = TestRepository.make();
  await using machine = await runMachine(h, { trust: [] });
  await untilPresent(h);
  const placement = async () => (await h.operator("GET /workers")).placement;
  assert.deepEqual([(await placement()).verifyOn, (await placement()).verifyOnSet], ["control-plane", null]);
  assert.equal(await reporterOf(h, repository), undefined);
  await trust(h, { for: ["verify"] });
  assert.equal((await placement()).verifyOn, "another-worker");
  assert.equal(await reporterOf(h, repository), "w1", machine.lines.join("\n"));
  await trust(h, { group: "here" });
  assert.equal(await reporterOf(h, repository), undefined, "of the owner of this service");
  await h.operator("POST /workers/placement", { body: { verifyOn: "any" } });
  const run = await runToRest(h, repository, asked);
  assert.equal(run.evaluation?.reportedBy?.independent, false);
  const words = /w1.*, of the same group as the machine that made it: not independent/;
  assert.match(run.evaluation!.detail, words);
  assert.match(pendingOf(run).reasons.join("\n"), words);
  await h.operator("POST /workers/placement", { body: { verifyOn: "control-plane" } });
  assert.equal(await reporterOf(h, repository), undefined, "a person set it");
  await trust(h, { group: null });
  await h.operator("POST /workers/placement", { body: { verifyOn: null } });
  const last = await runToRest(h, repository, asked);
  assert.equal(last.evaluation?.reportedBy?.independent, true);
  assert.deepEqual(last.evaluation!.reportedBy!.madeBy, [{ machineId: null, name: null, group: "here" }]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a machine that is not trusted any more loses what it verifies, and its place is taken", async () => {
  await using h = await opened();
  using repository = TestRepository.make();
  await using machine = await runMachine(h);
  await untilPresent(h);
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { ...asked, repoPath: repository.root, verifier: { command: "test -f b.txt && sleep 1" } },
  });
  await untilEvent(machine.service, "process.started");
  await trust(h, { for: [] });
  const run = await h.settled(id);
  assert.deepEqual([run.evaluation?.outcome, run.evaluation?.reportedBy], ["passed", undefined]);
});

Deno.test("a run that no machine can verify says what to type, waits, and goes on when such a machine is there", async () => {
  await using h = await opened();
  using repository = TestRepository.make();
  await using _plain = await runMachine(h, { name: "plain" });
  await untilPresent(h);
  const run = await runToRest(h, repository, { ...asked, needs: ["gpu"] });
  assert.deepEqual([run.status, run.waitingFor?.kind], ["waiting", "dependency"]);
  assert.match(
    run.waitingFor!.detail,
    /needs gpu, and this machine has only linux, .*workers enrol --name <name> --labels gpu --trust verify/,
  );
  assert.deepEqual([run.nextMove!.owner, run.placement], ["dependency", { needs: ["gpu"], here: null }]);
  assert.equal(run.baseCheck, undefined, "nor is its base checked where the label is missing");
  await using w1 = await runMachine(h, { labels: ["gpu"] });
  const done = await h.until(run.id, ({ approvals }) => approvals.length > 0);
  assert.equal(done.evaluation?.reportedBy?.name, "w1", w1.lines.join("\n"));
  assert.match(done.evaluation!.detail, /this machine lacks what the run needs \(gpu\)/);
  const { status, body } = await h.json("POST", `/runs/${run.id}/verify`, { command: "true" });
  assert.equal(status, 400);
  assert.match(body.error, /needs gpu, which this machine does not have/);
});

Deno.test("a run that waits for a label goes on when this machine gets it, when a machine comes back, or one is trusted", async () => {
  await using h = await opened();
  using repository = TestRepository.make();
  const waiting = async () => {
    const run = await runToRest(h, repository, { ...asked, needs: ["gpu"] });
    assert.equal(run.waitingFor?.kind, "dependency");
    return run;
  };
  const ended = async (id: string) =>
    (await h.until(id, ({ approvals }) => approvals.length > 0)).evaluation!.reportedBy?.name;
  const first = await waiting();
  await h.operator("POST /workers/placement", { body: { labels: ["gpu"] } });
  assert.equal(await ended(first.id), undefined);
  await h.operator("POST /workers/placement", { body: { labels: [] } });
  await using _w1 = await runMachine(h, { labels: ["gpu"], trust: [] });
  await untilPresent(h);
  const second = await waiting();
  await trust(h, { for: ["verify"] });
  assert.equal(await ended(second.id), "w1");
  await h.operator("POST /workers/placement", { body: { verifyOn: "control-plane" } });
  const third = await waiting();
  assert.match(third.waitingFor!.detail, /on this machine alone.*--verify-on another-worker/);
  await h.operator("POST /workers/placement", { body: { verifyOn: "another-worker" } });
  assert.equal(await ended(third.id), "w1");
});

Deno.test("a machine that could verify and is off is named, and its return is enough", async () => {
  const clock = { at: Date.parse("2026-11-27T10:00:00Z") };
  await using h = await opened({ now: () => new Date(clock.at) });
  using repository = TestRepository.make();
  const w1 = await enrolMachine(h, { labels: ["gpu"] });
  await tell(w1);
  clock.at += 60_000;
  const run = await runToRest(h, repository, { ...asked, needs: ["gpu"] });
  assert.match(run.waitingFor!.detail, /w1 could do it, but is not connected\. Start it\./);
  await tell(w1);
  await untilEvent(h, "assignment.offered");
  await h.operator("POST /runs/:id/cancel", { params: { id: run.id } });
  await h.settled(run.id);
});

Deno.test("a machine that is off is missed too after the clock was set back", async () => {
  const clock = { at: Date.parse("2026-11-27T10:00:00Z") };
  await using h = await opened({ now: () => new Date(clock.at) });
  using repository = TestRepository.make();
  await tell(await enrolMachine(h, { labels: ["gpu"] }));
  clock.at -= 3_600_000;
  const { items } = await h.operator("GET /workers", {});
  assert.equal(items[0]!.lastSeenAt, "2026-11-27T09:00:00.000Z");
  clock.at += 60_000;
  const run = await Promise.race([
    runToRest(h, repository, { ...asked, needs: ["gpu"] }),
    untilEvent(h, "assignment.offered").then(() => null),
  ]);
  assert.match(run?.waitingFor?.detail ?? "It was offered to w1.", /w1 could do it, but is not connected/);
});

Deno.test("what is to stay here is offered to no machine: a run, a repository or what contains it, a profile", async () => {
  await using h = await opened();
  using repository = TestRepository.make({ "a.txt": "hello\n", "part/a.txt": "hello\n" });
  await using _machine = await runMachine(h);
  await untilPresent(h);
  const offers = () => h.store.events.after(0, 10_000).filter(({ type }) => type === "assignment.offered");
  const held = async (more: object = {}) => {
    const run = await runToRest(h, repository, { ...asked, ...more });
    assert.deepEqual([run.evaluation?.outcome, offers().length], ["passed", 0]);
    return run.placement!.here;
  };
  assert.equal(await held({ here: true }), "run");
  const set = (body: object) => h.json("POST", "/repositories/defaults", body);
  const { body: defaults } = await set({ repoPath: repository.root, place: "here" });
  assert.equal(defaults.items.find(({ id }: { id: string }) => id === "place").value, "here");
  assert.equal(await held(), "repository");
  await set({ repoPath: repository.root, place: null });
  const link = `${repository.root}-link`;
  Deno.symlinkSync(repository.root, link);
  await set({ repoPath: link, place: "here" });
  const through = await runToRest(h, new TestRepository(link), asked);
  assert.deepEqual([through.placement!.here, offers().length], ["repository", 0]);
  await set({ repoPath: link, place: null });
  Deno.removeSync(link);
  await set({ repoPath: repository.root, place: "here" });
  const part = await runToRest(h, new TestRepository(join(repository.root, "part")), asked);
  assert.deepEqual(
    [part.placement!.here, offers().length],
    ["repository", 0],
    "it holds for all that is in it",
  );
  await set({ repoPath: repository.root, place: null });
  const settings = (here: boolean) =>
    h.json("POST", "/agent-profiles/settings", { profileId: "worker", settings: { here } });
  assert.equal((await settings(true)).status, 201);
  assert.equal(await held(), "profile");
  const wider = await settings(false);
  assert.equal(wider.status, 400, "it may leave again only by a human's decision");
  assert.match(wider.body.error, /would widen the profile .*: here/);
  const profile = (await h.operator("GET /agent-profiles")).find(({ here }) => here)!;
  await h.operator("DELETE /agent-profiles/:id", { params: { id: profile.id } });
  assert.equal(await reporterOf(h, repository), "w1", "without any of this it leaves");
});

Deno.test("an admitted file keeps runs here until it is revoked, even if it is changed; one that is not admitted does nothing", async () => {
  await using h = await opened();
  const text = JSON.stringify({ needs: "quiet", place: "here" });
  using repository = TestRepository.make({ "a.txt": "hello\n", ".agent-harness.json": text });
  await h.operator("POST /workers/placement", { body: { labels: ["quiet"] } });
  await using _machine = await runMachine(h);
  await untilPresent(h);
  assert.equal(await reporterOf(h, repository), "w1", "a file of a repository is a proposal");
  const repoPath = repository.root;
  const admit = async () => {
    const { file } = await h.operator("GET /repositories/defaults", { query: { repoPath } });
    return await h.json("POST", "/repositories/defaults/file/admit", { repoPath, sha256: file.sha256 });
  };
  assert.equal((await admit()).status, 200);
  repository.commit({ ".agent-harness.json": "{}" });
  const run = await runToRest(h, repository, asked);
  assert.deepEqual(run.placement, { needs: ["quiet"], here: "repository" });
  assert.equal(run.evaluation?.reportedBy, undefined);
  await h.json("POST", "/repositories/defaults/file/revoke", { repoPath });
  assert.equal(await reporterOf(h, repository), "w1");
});

Deno.test("a retry stays here too, and only the operator can let it leave", async () => {
  await using h = await harness({ workers: 0 });
  using repository = TestRepository.make();
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { ...asked, repoPath: repository.root, here: true, needs: ["gpu"] },
  });
  const retried = await h.json("POST", `/runs/${id}/retry`, {});
  assert.deepEqual([retried.body.here, retried.body.needs], [true, ["gpu"]]);
  const refused = await h.json("POST", `/runs/${id}/retry`, { here: null }, AGENT);
  assert.equal(refused.status, 403, JSON.stringify(refused.body));
  const left = await h.json("POST", `/runs/${id}/retry`, { here: null, needs: null });
  assert.deepEqual([left.body.here, left.body.needs], [undefined, undefined]);
});

Deno.test("needs add up: of the run, its repository and the profile of its tasks", async () => {
  await using h = await opened();
  using repository = TestRepository.make();
  await h.json("POST", "/repositories/defaults", { repoPath: repository.root, needs: "node22, gpu" });
  const settings = { needs: ["large"] };
  await h.json("POST", "/agent-profiles/settings", { profileId: "worker", settings });
  const run = await runToRest(h, repository, { ...asked, needs: ["gpu", "quiet"] });
  assert.deepEqual(run.placement!.needs, ["gpu", "large", "node22", "quiet"]);
  assert.match(run.waitingFor!.detail, /--labels gpu,large,node22,quiet/);
  for (const needs of ["a b", "GPU", "gpu, gpu"]) {
    const { status } = await h.json("POST", "/repositories/defaults", { repoPath: repository.root, needs });
    assert.equal(status, 400, needs);
  }
  await h.operator("POST /workers/placement", {
    body: { labels: ["gpu", "large", "node22", "quiet"] },
  });
  await h.until(run.id, ({ approvals }) => approvals.length > 0);
});

Deno.test("a task keeps the place that its profile had when it was planned; later ones only get what was added", async () => {
  await using h = await opened();
  using repository = TestRepository.make();
  await h.operator("POST /workers/placement", { body: { labels: ["a1", "a2"] } });
  const planned = async (settings: { needs?: string[]; here?: boolean }) => {
    await h.operator("POST /agent-profiles/settings", { body: { profileId: "worker", settings } });
    const { tasks: [task] } = await runToRest(h, repository, asked);
    return async () => {
      const session = await h.operator("GET /task-sessions/:id", { params: { id: task!.id } });
      const { needs, here } = session.profileRegistryEntry!;
      return [needs, here];
    };
  };
  const first = await planned({ needs: ["a1"], here: false });
  const second = await planned({ needs: ["a1", "a2"], here: true });
  assert.deepEqual([await first(), await second()], [[["a1"], false], [["a1", "a2"], true]]);
  const profiles = (await h.operator("GET /agent-profiles")).filter(({ needs }) => needs);
  assert.deepEqual(profiles.map(({ needs, here }) => [needs, here]), [[["a1", "a2"], true]]);
  await h.json("POST", "/agent-profiles/settings", {
    profileId: "reviewer",
    settings: { needs: ["a3"], here: false },
  });
  assert.equal(
    (await h.operator("GET /agent-profiles")).find(({ needs }) => needs?.[0] === "a3")?.here,
    false,
  );
  const fewer = { profileId: "worker", settings: { needs: [] } };
  const { body } = await h.json("POST", "/agent-profiles/settings", fewer);
  assert.match(body.error, /would widen the profile .*: needs/);
});

Deno.test("a node of a workflow adds to the needs of its run", async () => {
  await using world = await RunWorld.open();
  const source = `name: Build
verifier: { command: "true" }
nodes:
  - id: build
    kind: command
    needs: [gpu]
    with: { command: "echo b > b.txt" }
`;
  const run = await world.toEnd(source);
  assert.deepEqual(run.placement!.needs, ["gpu"]);
  assert.match(
    run.waitingFor!.detail,
    /needs gpu, .*No worker machine can connect: set AGENT_HARNESS_WORKER_LISTEN/,
  );
  const wrong = await world.h.json("POST", "/saved-workflows", { source: source.replace("gpu", "G P U") });
  assert.equal(wrong.status, 400);
  assert.match(wrong.body.error, /lower-case letters/);
});

Deno.test("a machine that an earlier version invited is trusted with what it was invited for", async () => {
  await using h = await opened();
  const ctx = contextFor(h.service, "operator");
  const id = ctx.newId("machine");
  const data = {
    name: "old",
    repos: [],
    allowsUnconfined: true,
    codeSha256: "0".repeat(64),
    endsAt: "2026-11-27T11:00:00.000Z",
  };
  ctx.write(() => record(ctx, workerMachineStream, id, [{ type: "worker_machine.invited", data }]));
  await ctx.settled();
  const [old] = (await h.operator("GET /workers")).items;
  assert.deepEqual([old!.trust, old!.labels, old!.group], [["verify"], [], null]);
});
