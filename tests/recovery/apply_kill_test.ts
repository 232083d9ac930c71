import assert from "node:assert/strict";
import { eventOf, EventTail } from "./event_tail.ts";
import { after, APPLY_BOUNDARIES, approve, contentOf, largeSite, untilCheckpoint } from "./large_patch.ts";
import { Random } from "./load/random.ts";
import { freshSeed } from "./seed.ts";
import { checkStore, readLog, type Site } from "./site.ts";

const KILLS = 4;

/** Starts the service, approves, and resolves when it has killed itself at the n-th boundary of the apply. */
async function killAt(site: Site, approval: string, n: number): Promise<void> {
  await using service = await site.start({ fault: `apply:*#${n}` });
  await approve(service, approval).catch(() => {}); // nobody is there any more to answer
  assert.equal((await service.ended).signal, "SIGKILL", service.output());
}

Deno.test(`an apply of 3,000 files that is killed ${KILLS} times is done exactly once`, async () => {
  const seed = freshSeed();
  const random = new Random(seed);
  using site = largeSite();
  const { run, approval } = await untilCheckpoint(site);
  for (let kill = 0; kill < KILLS; kill++) {
    // An apply that is taken up again is at its first boundary before the service listens.
    const first = kill === 0 ? 1 : 2;
    await killAt(site, approval, random.between(first, Math.floor(APPLY_BOUNDARIES / (KILLS + 1))));
  }
  await using service = await site.start();
  using tail = new EventTail(service);
  const end = await tail.first(eventOf(run, "run.completed", "run.failed"));
  assert.equal(end.type, "run.completed", `RECOVERY_SEED=${seed}`);
  assert.equal(await approve(service, approval), "applied");
  assert.deepEqual(contentOf(site), after, `RECOVERY_SEED=${seed}`);
  const log = await readLog(service);
  for (
    const type of ["approval.approved", "approval.apply_started", "approval.applied", "run.patch_applied"]
  ) {
    assert.equal(log.filter(eventOf(run, type)).length, 1, type);
  }
  await checkStore(service);
  await site.end(service);
});

/** Every path of the patch is in the report: some as approved, some as before, and the edited one as neither. */
function checkReport(report: readonly { path: string; state: string }[], edited: string): void {
  assert.equal(report.length, 3000);
  assert.deepEqual(report.filter(({ state }) => state === "other").map(({ path }) => path), [edited]);
  for (const state of ["before", "after"]) assert.ok(report.some((entry) => entry.state === state), state);
}

Deno.test("an apply that is killed and meets an edit stops with a report of each path and overwrites nothing", async () => {
  using site = largeSite();
  const { run, approval } = await untilCheckpoint(site);
  await killAt(site, approval, APPLY_BOUNDARIES / 2);
  const halfway = Object.entries(contentOf(site)).filter(([path]) => !path.includes(".agent-harness-"));
  const [edited] = halfway.find(([path, content]) =>
    path.startsWith("modified/") && content.startsWith("old")
  )!;
  site.repository.write({ [edited]: "mine\n" });

  await using service = await site.start();
  using tail = new EventTail(service);
  await tail.first(eventOf(run, "run.completed", "run.failed"));
  const { status, statusReason, approvals, nextMove } = await service.operator("GET /runs/:id", {
    params: { id: run },
  });
  assert.deepEqual([status, statusReason, nextMove], ["failed", "apply_conflict", null]);
  assert.equal(approvals[0]!.application, "failed");
  assert.deepEqual(contentOf(site), { ...Object.fromEntries(halfway), [edited]: "mine\n" });
  const report = await service.send(`/runs/${run}/artifact-file?path=apply/round-1.json`);
  checkReport(await report.json(), edited);
  await site.end(service);
});
