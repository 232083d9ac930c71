import { REVIEWED } from "../../../git.ts";
import { eventOf, type EventTail } from "../../event_tail.ts";
import type { ServiceProcess } from "../../service_process.ts";
import type { Deeds, Plan } from "./deeds.ts";

const ENDS = ["run.completed", "run.failed", "run.cancelled"];

/** Brings one run after the other to its planned outcome, and the next one is made before the one ends. */
export async function bringRunsAbout(
  service: ServiceProcess,
  tail: EventTail,
  deeds: Deeds,
  plans: readonly Plan[],
): Promise<void> {
  let last = Promise.resolve();
  for (const plan of plans) {
    const id = await create(service, deeds, plan);
    await last;
    last = bringAbout(service, tail, deeds, { plan, id });
    // Handled below, and not before.
    last.catch(() => {});
  }
  await last;
}

async function create(service: ServiceProcess, deeds: Deeds, { request, repository, files }: Plan) {
  const { id } = await service.operator("POST /coordinator/runs", {
    body: {
      request,
      repoPath: repository,
      setup: { command: "ls > /dev/null" },
      verifier: { command: files.map(({ path }) => `test -f ${path}`).join(" && ") },
    },
  });
  deeds.tell({ kind: "run created", id, request });
  return id;
}

type Run = { readonly plan: Plan; readonly id: string };

async function bringAbout(service: ServiceProcess, tail: EventTail, deeds: Deeds, { plan, id }: Run) {
  const params = { id };
  const asked = await tail.first(eventOf(id, "approval.requested", ...ENDS));
  if (asked.type !== "approval.requested") throw new Error(`${id} ended: ${JSON.stringify(asked.data)}`);
  if (plan.outcome === "cancelled") {
    const { status } = await service.operator("POST /runs/:id/cancel", { params, body: {} });
    return deeds.tell({ kind: "run ended", id, status });
  }
  const approval = asked.subject.slice("approval/".length);
  const decided = plan.outcome === "rejected"
    ? await service.operator("POST /approvals/:id/reject", {
      params: { id: approval },
      body: { actorType: "human" },
    })
    : await service.operator("POST /approvals/:id/approve", { params: { id: approval }, body: REVIEWED });
  deeds.tell({ kind: "approval decided", run: id, id: approval, status: decided.status });
  await tail.first(eventOf(id, ...ENDS));
  const { status } = await service.operator("GET /runs/:id", { params });
  deeds.tell({ kind: "run ended", id, status });
  if (plan.outcome !== "deleted") return;
  await service.operator("POST /runs/:id/delete", { params });
  deeds.tell({ kind: "run deleted", id });
}
