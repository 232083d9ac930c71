import assert from "node:assert/strict";
import fc from "fast-check";
import type { VerifyOn } from "../../store/worker_machines/settings.ts";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { locateRepository, openControl } from "../../services/machine/repositories/mod.ts";
import { isIndependent, requireMachine } from "../../services/workforce/worker_machines/leases/mod.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { DOOR, enrolMachine, tell } from "./machine.ts";

type Machine = Awaited<ReturnType<typeof enrolMachine>>;

const opened = () => harness({ workers: 0, workerDoor: DOOR, checkedShare: 0 });

/** Offers the verification of a run and returns which of the machines that wait get it. */
async function offered(
  h: Harness,
  repository: TestRepository,
  { machines, needs = [], here = false, warm = {}, setup = null }: {
    machines: readonly Machine[];
    needs?: string[];
    here?: boolean;
    warm?: Record<string, boolean>;
    setup?: string | null;
  },
): Promise<string[]> {
  const body = { repoPath: repository.root, request: 'create a.txt with "a"', needs, here };
  const { id: runId } = await h.operator("POST /coordinator/runs", { body });
  const place = await locateRepository(repository.root, h.directory);
  const control = await openControl(place, h.directory);
  const stop = new AbortController();
  const waiting = machines.map(async ({ identity: { machineId, name } }) => {
    const options = { warm: warm[name] ? [control.id] : [], waitSeconds: 20 };
    const machine = requireMachine(h.service, machineId);
    return await h.service.machines.offers.next(machine, options, stop.signal) === null ? [] : [machine];
  });
  const point = { commit: "0".repeat(40), tree: "1".repeat(40) };
  const ctx = contextFor(h.service, "system");
  const offer = await h.service.machines.offer(ctx, {
    kind: "verification",
    runId,
    round: 1,
    repositoryId: control.id,
    baseTree: point.tree,
    repoPath: repository.root,
    tree: point.tree,
    command: "true",
    setup,
    control,
    base: point,
    result: point,
  });
  stop.abort();
  const got = (await Promise.all(waiting)).flat();
  const [first] = got;
  if (first) {
    const lease = h.service.machines.lease(offer, first.id);
    h.service.machines.finish(lease, { notDone: "The test is done with it." });
  } else await h.service.machines.withdraw(ctx, offer, "The test is done with it.");
  await h.operator("POST /runs/:id/cancel", { params: { id: runId } });
  return got.map(({ name }) => name);
}

const LABELS = ["gpu", "node22"];
const arbitraryStanding = fc.record({
  for: fc.constantFrom<"verify"[]>(["verify"], ["verify"], []),
  labels: fc.subarray([...LABELS, "linux", "windows"]),
  group: fc.constantFrom("here", "ours", null),
});

Deno.test("only a machine with the labels, the repository and the trust gets an offer, and one of those that wait always does", async () => {
  await using h = await opened();
  using one = TestRepository.make();
  using two = TestRepository.make();
  const repos: Record<string, string[]> = {
    w1: [],
    w2: [one.root],
    w3: [two.root],
    w4: [one.root, two.root],
  };
  const machines: Machine[] = [];
  for (const [name, seen] of Object.entries(repos)) {
    machines.push(await enrolMachine(h, { name, repos: seen }));
    await tell(machines.at(-1)!);
  }
  const outcomes = { given: 0, refused: 0 };
  const property = fc.asyncProperty(
    fc.tuple(arbitraryStanding, arbitraryStanding, arbitraryStanding, arbitraryStanding),
    fc.subarray([...LABELS, "linux"]),
    fc.boolean(),
    fc.constantFrom(false, false, false, true),
    fc.constantFrom<VerifyOn | null>("control-plane", "another-worker", "any", "any", null),
    async (standings, needs, isFirst, here, verifyOn) => {
      for (const [i, { identity: { machineId: id } }] of machines.entries()) {
        await h.operator("POST /workers/:id/trust", { params: { id }, body: standings[i]! });
      }
      await h.operator("POST /workers/placement", { body: { verifyOn } });
      const repository = isFirst ? one : two;
      const mayHave = Object.entries(repos).filter(([, seen], i) => {
        const { for: trust, labels, group } = standings[i]!;
        const isLinux = !labels.includes("windows") || labels.includes("linux");
        const has = [...labels.filter((label) => LABELS.includes(label)), ...(isLinux ? ["linux"] : [])];
        return !here && verifyOn !== "control-plane" && trust.includes("verify") &&
          (verifyOn === "any" || group !== "here") && needs.every((need) => has.includes(need)) &&
          (seen.length === 0 || seen.includes(repository.root));
      }).map(([name]) => name);
      const got = await offered(h, repository, { machines, needs, here });
      assert.equal(got.length, mayHave.length > 0 ? 1 : 0, `${got} of ${mayHave}`);
      assert.ok(got.every((name) => mayHave.includes(name)), `${got} of ${mayHave}`);
      outcomes[got.length > 0 ? "given" : "refused"]++;
    },
  );
  await fc.assert(property, { numRuns: 60 });
  assert.ok(outcomes.given > 5 && outcomes.refused > 5, JSON.stringify(outcomes));
});

Deno.test("a machine that has prepared the base is preferred, then one with objects of the repository, then the longest idle", async () => {
  await using h = await opened();
  using repository = TestRepository.make();
  const machines: Machine[] = [];
  for (const name of ["w1", "w2", "w3"]) {
    machines.push(await enrolMachine(h, { name }));
    await tell(machines.at(-1)!);
  }
  const give = (warm: Record<string, boolean>, setup: string | null = null) =>
    offered(h, repository, { machines, warm, setup });
  assert.deepEqual(await give({}), ["w1"]);
  assert.deepEqual(await give({}), ["w2"], "w1 has just been busy");
  assert.deepEqual(await give({ w1: true, w3: true }), ["w1"], "it has prepared this base");
  assert.deepEqual(await give({ w1: true, w3: true }, "npm ci"), ["w3"], "with this setup neither has");
  assert.deepEqual(await give({}), ["w2"], "idle for the longest time");
});

Deno.test("a machine cannot give itself a label that nobody allowed it, and can leave out one that it may have", async () => {
  await using h = await opened();
  using repository = TestRepository.make();
  const machine = await enrolMachine(h, { labels: ["node22"] });
  const gpu = () => offered(h, repository, { machines: [machine], needs: ["gpu"] });
  const shown = async () => (await h.operator("GET /workers")).items[0]!;
  await tell(machine, ["gpu", "node22"], { os: "gpu", arch: "x86_64" });
  assert.deepEqual(await gpu(), [], "neither as a label nor as its system");
  const { labels, allowedLabels, refusedLabels } = await shown();
  assert.deepEqual([labels, allowedLabels, refusedLabels], [["x86_64", "node22"], ["node22"], ["gpu"]]);
  const params = { id: "w1" };
  await h.operator("POST /workers/:id/trust", { params, body: { labels: ["gpu", "node22"] } });
  assert.deepEqual(await gpu(), ["w1"], "allowed, it has it");
  await tell(machine, ["node22"]);
  assert.deepEqual(await gpu(), [], "it was started without it");
  assert.deepEqual((await shown()).labels, ["linux", "x86_64", "node22"]);
  await h.operator("POST /workers/:id/trust", { params, body: { labels: ["windows"] } });
  assert.deepEqual((await shown()).labels, ["x86_64"], "a person says that it runs another system");
  for (const wrong of ["GPU", "a b", ""]) {
    const { status } = await h.json("POST", "/workers/w1/trust", { labels: [wrong] });
    assert.equal(status, 400, wrong);
  }
  const twice = await h.json("POST", "/workers/w1/trust", { labels: ["gpu", "gpu"] });
  assert.match(twice.body.error, /contains a label twice/);
  assert.match((await h.json("POST", "/workers/w1/trust", {})).body.error, /for, labels or group/);
  assert.match((await h.json("POST", "/workers/placement", {})).body.error, /verifyOn or labels/);
});

Deno.test("a machine is independent only in another group than each that made the result, and where nobody said, of none", () => {
  const w2 = (group: string | null) => ({ id: "machine_2", group });
  const made = (machineId: string | null, group: string | null) => ({ machineId, group });
  const here = made(null, "here");
  const cases: [string | null, { machineId: string | null; group: string | null }[], boolean][] = [
    [null, [here], true],
    ["ours", [here], true],
    ["here", [here], false],
    ["ours", [made("machine_1", "theirs")], true],
    ["ours", [made("machine_1", "ours")], false],
    ["ours", [made("machine_1", null)], false],
    [null, [made("machine_1", "theirs")], false],
    [null, [made("machine_1", null)], false],
    ["ours", [made("machine_2", "theirs")], false],
    ["ours", [here, made("machine_1", "ours")], false],
    ["ours", [here, made("machine_1", "theirs")], true],
  ];
  for (const [group, makers, expected] of cases) {
    assert.equal(isIndependent(w2(group), makers), expected, JSON.stringify([group, makers]));
  }
});
