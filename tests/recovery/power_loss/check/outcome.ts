import { REVIEWED } from "../../../git.ts";
import type { EventTail } from "../../event_tail.ts";
import type { ServiceProcess } from "../../service_process.ts";
import type { Plan } from "../scenario/deeds.ts";
import { answer } from "./records.ts";

/** How a run went on after the cut: a status of its own, or why it does not get there. */
export type Outcome = { readonly status: string; readonly detail: string };

const DELETED: Outcome = { status: "deleted", detail: "" };
const ENDED = ["completed", "failed", "cancelled"];

/** Brings a run to the outcome that its plan wants, deciding what waits for a human. `late` resolves when it takes too long. */
export async function bringToEnd(
  service: ServiceProcess,
  tail: EventTail,
  id: string,
  plan: Plan["outcome"],
  late: Promise<"late">,
): Promise<Outcome> {
  const params = { id };
  for (;;) {
    const seen = tail.events.at(-1)?.sequence ?? 0;
    const run = await answer(service.operator("GET /runs/:id", { params }));
    if (typeof run === "string") {
      return run.startsWith("404") ? DELETED : { status: "unreadable", detail: run };
    }
    if (ENDED.includes(run.status)) {
      return { status: run.status, detail: `${run.statusReason ?? ""} ${run.statusDetail ?? ""}` };
    }
    const approval = run.approvals.find(({ status }) => status === "pending");
    if (approval) {
      const refused = await decide(service, plan, id, approval.id);
      if (refused !== null) return { status: "undecidable", detail: refused };
      continue;
    }
    const waiting = run.waitingFor;
    const open = run.approvals.find(({ application }) => application === "applying");
    if (waiting && waiting.kind !== "time" && !open) {
      return { status: `waiting for ${waiting.kind}`, detail: run.nextMove?.what ?? "" };
    }
    const next = tail.first((event) => event.runid === id && event.sequence > seen);
    next.catch(() => {}); // the service may end before it comes
    if (await Promise.race([next, late]) === "late") {
      return { status: open ? "applying" : run.status, detail: run.nextMove?.what ?? "" };
    }
  }
}

/** Decides as planned. Returns why that is refused. */
async function decide({ operator }: ServiceProcess, plan: Plan["outcome"], run: string, id: string) {
  const params = { id };
  const decided = plan === "cancelled"
    ? await answer<unknown>(operator("POST /runs/:id/cancel", { params: { id: run }, body: {} }))
    : plan === "rejected"
    ? await answer<unknown>(operator("POST /approvals/:id/reject", { params, body: { actorType: "human" } }))
    : await answer<unknown>(operator("POST /approvals/:id/approve", { params, body: REVIEWED }));
  return typeof decided === "string" ? decided : null;
}
