import assert from "node:assert/strict";
import { REVIEWED } from "../git.ts";
import { eventOf, EventTail } from "./event_tail.ts";
import { checkStore, readLog, Site } from "./site.ts";

/** Each boundary of both ways of delivering a commit. */
export const DELIVERIES = (["branch", "format-patch"] as const).flatMap((kind) =>
  ["apply:before#1", "patch:intended#1", "deliver:written#1", "apply:after#1", "report:before#1"].map((
    point,
  ) => ({
    kind,
    point,
  }))
);

/** Kills the service at a boundary of a delivery: it is made once, and the run completes. */
export async function killDelivery({ kind, point }: (typeof DELIVERIES)[number]): Promise<void> {
  using site = Site.make();
  await using killed = await site.start({ fault: point });
  const { id } = await killed.operator("POST /coordinator/runs", {
    body: { request: 'create b.txt with "b"', repoPath: site.repository.root },
  });
  using tail = new EventTail(killed);
  const asked = await tail.first(eventOf(id, "approval.requested"));
  const params = { id: asked.subject.slice("approval/".length) };
  const body = { ...REVIEWED, delivery: kind };
  // A boundary behind the answer is reached in a moment.
  await killed.operator("POST /approvals/:id/approve", { params, body }).catch(() => {});
  const survived = await Promise.race([
    killed.ended.then(() => false),
    tail.first(eventOf(id, "run.completed")).then(() => true, () => false),
  ]);
  assert.ok(!survived, `${point} was not reached`);
  assert.equal((await killed.ended).signal, "SIGKILL", killed.output());
  await using service = await site.resume();
  using rest = new EventTail(service);
  await rest.first(eventOf(id, "run.completed"));
  const { delivery } = await service.operator("GET /runs/:id", { params: { id } });
  const branches = site.repository.git("for-each-ref", "--format=%(refname:short) %(objectname)");
  if (kind === "branch") assert.ok(branches.includes(`${delivery!.branch} ${delivery!.commit}\n`), branches);
  assert.equal(branches.trim().split("\n").length, kind === "branch" ? 2 : 1, "one branch, once");
  if (kind === "format-patch") {
    const { content } = await service.operator("GET /runs/:id/artifact", {
      params: { id },
      query: { path: delivery!.path! },
    });
    assert.match(content!, new RegExp(`^From ${delivery!.commit}`));
  }
  assert.equal(site.repository.git("status", "--porcelain"), "");
  const types = (await readLog(service)).map(({ type }) => type);
  for (const type of ["approval.apply_started", "approval.applied", "run.patch_applied"]) {
    assert.equal(types.filter((other) => other === type).length, 1, type);
  }
  await checkStore(service);
  await site.end(service);
}
