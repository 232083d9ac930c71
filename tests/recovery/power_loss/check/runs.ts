import { EventTail } from "../../event_tail.ts";
import type { ServiceProcess } from "../../service_process.ts";
import type { Operator } from "./operator.ts";
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
  const byRequest = new Map(runs.map((run) => [run.request, run.id]));
  const gone = deletedOf(told);
  for (const { id, request } of createdOf(told)) {
    if (gone.has(id)) faults.look(!byRequest.has(request), "a deleted run is back", id);
  }
  await Promise.all(plans.map(async (plan) => {
    const created = createdOf(told).find(({ request }) => request === plan.request);
    const id = byRequest.get(plan.request) ?? created?.id;
    const end: Outcome = id === undefined
      ? { status: "never created", detail: "" }
      : await bringToEnd(service, tail, id, plan.outcome, late);
    // One that was created before its answer left has to go on as well.
    if (id !== undefined) checkStatus(plan, end, id, told, faults);
    checkFiles(plan, end, inImage, faults);
  }));
}

const deletedOf = (told: readonly Deed[]): Set<string> =>
  new Set(told.flatMap((deed) => deed.kind === "run deleted" ? [deed.id] : []));

const createdOf = (told: readonly Deed[]) =>
  told.flatMap((deed) => deed.kind === "run created" ? [deed] : []);

/** Asks for every run that was acknowledged, as it is right after the cut. */
export async function checkKeptRuns(
  { operator }: Operator,
  { plans, told }: Pick<Expected, "plans" | "told">,
  faults: Faults,
): Promise<void> {
  const [gone, deletable] = [deletedOf(told), deletableOf(plans)];
  for (const { id, request } of createdOf(told)) {
    const found = await answer(operator("GET /runs/:id", { params: { id } }));
    const isThere = typeof found !== "string";
    if (gone.has(id)) faults.look(!isThere, "a deleted run is back", id);
    else if (!deletable.has(request)) faults.look(isThere, "a run is lost", `${id}: ${found}`);
    const ended = told.find((deed) => deed.kind === "run ended" && deed.id === id);
    if (isThere && ended?.kind === "run ended") {
      faults.look(found.status === ended.status, `a run that had ended is ${found.status}`, id);
    }
  }
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

/** The requests of runs that are deleted at some time, perhaps before that was answered. */
const deletableOf = (plans: readonly Plan[]): Set<string> =>
  new Set(plans.flatMap(({ outcome, request }) => outcome === "deleted" ? [request] : []));

/** Asks for every decision that was acknowledged. */
export async function checkDecisions(
  { operator }: Operator,
  { plans, told }: Pick<Expected, "plans" | "told">,
  faults: Faults,
): Promise<void> {
  const deletable = deletableOf(plans);
  const mayBeGone = new Set(
    createdOf(told).flatMap(({ id, request }) => deletable.has(request) ? [id] : []),
  );
  for (const deed of told) {
    if (deed.kind !== "approval decided") continue;
    const found = await answer(operator("GET /approvals/:id", { params: { id: deed.id } }));
    if (mayBeGone.has(deed.run) && typeof found === "string" && found.startsWith("404")) continue;
    const status = typeof found === "string" ? found : found.approval.status;
    faults.look(status === deed.status, "a decision is lost", `${deed.id} is ${status}, told ${deed.status}`);
  }
}
