import { EventTail } from "../../event_tail.ts";
import type { ServiceProcess } from "../../service_process.ts";
import type { Deed, Plan } from "../scenario/deeds.ts";
import { type Faults, withoutNames } from "./faults.ts";
import { checkFiles } from "./files.ts";
import { bringToEnd, type Outcome } from "./outcome.ts";
import { answer } from "./records.ts";

const PLANNED_STATUS = {
  applied: "completed",
  deleted: "completed",
  rejected: "failed",
  cancelled: "cancelled",
};

/** What an image is checked against. */
export type Expected = {
  readonly plans: readonly Plan[];
  readonly told: readonly Deed[];
  /** Returns where a path of the recorded disk is in the image. */
  readonly inImage: (path: string) => string;
};

/** Asks for every run and decision that was acknowledged, and brings what was in flight to its end. */
export async function checkRuns(
  service: ServiceProcess,
  expected: Expected,
  late: Promise<"late">,
  faults: Faults,
): Promise<void> {
  const { plans, told, inImage } = expected;
  using tail = new EventTail(service);
  await checkDecisions(service, expected, faults);
  const runs = await service.operator("GET /runs", { query: { limit: 1000 } });
  const gone = new Set(told.flatMap((deed) => deed.kind === "run deleted" ? [deed.id] : []));
  const byRequest = new Map(runs.map((run) => [run.request, run.id]));
  for (const deed of told) {
    if (deed.kind === "run created" && gone.has(deed.id)) {
      faults.look(!byRequest.has(deed.request), "a deleted run is back", deed.id);
    }
  }
  await Promise.all(plans.map(async (plan) => {
    const deeds = told.filter((deed) => deed.kind === "run created" && deed.request === plan.request);
    const [created] = deeds as Extract<Deed, { kind: "run created" }>[];
    const id = byRequest.get(plan.request) ?? created?.id;
    const end: Outcome = id === undefined
      ? { status: "never created", detail: "" }
      : await bringToEnd(service, tail, id, plan.outcome, late);
    // One that was created before its answer left has to go on as well.
    if (id !== undefined) checkStatus(plan, end, id, told, faults);
    checkFiles(plan, end, inImage, faults);
  }));
}

function checkStatus(
  { outcome }: Plan,
  end: Outcome,
  id: string,
  told: readonly Deed[],
  faults: Faults,
): void {
  const { status, detail } = end;
  if (status === "deleted") return faults.look(outcome === "deleted", "a run is lost", id);
  const before = told.find((deed) => deed.kind === "run ended" && deed.id === id);
  const planned = before?.kind === "run ended" ? before.status : PLANNED_STATUS[outcome];
  const asRejected = outcome !== "rejected" || status !== "failed" || detail.startsWith("approval_rejected");
  faults.look(
    status === planned && asRejected,
    `a run ${before ? "that had ended " : ""}is ${status}: ${withoutNames(detail)}`,
    `${id}, planned ${outcome}: ${detail}`,
  );
}

async function checkDecisions({ operator }: ServiceProcess, { plans, told }: Expected, faults: Faults) {
  const deletable = new Set(plans.flatMap(({ outcome, request }) => outcome === "deleted" ? [request] : []));
  const mayBeGone = new Set(
    told.flatMap((deed) => deed.kind === "run created" && deletable.has(deed.request) ? [deed.id] : []),
  );
  for (const deed of told) {
    if (deed.kind !== "approval decided") continue;
    const found = await answer(operator("GET /approvals/:id", { params: { id: deed.id } }));
    if (mayBeGone.has(deed.run) && typeof found === "string" && found.startsWith("404")) continue;
    const status = typeof found === "string" ? found : found.approval.status;
    faults.look(status === deed.status, "a decision is lost", `${deed.id} is ${status}, told ${deed.status}`);
  }
}
