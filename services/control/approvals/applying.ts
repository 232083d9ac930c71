import type { StoredEvent } from "../../../store/event.ts";
import { type ApprovalDocument, approvalStream } from "../../../store/approvals/stream.ts";
import { messageOf } from "../../../store/shared/message_of.ts";
import { contextFor, type Core } from "../../ground/kernel/context.ts";
import { Attempts } from "../../ground/effects/attempts.ts";
import type { Attempt } from "../../ground/effects/effect.ts";
import type { Applied, Applier, Boundary, Subject } from "../../ground/kernel/subject.ts";
import { moveApproval } from "../lifecycle/approvals.ts";

const PAGE = 200;

// deno-lint-ignore no-explicit-any -- each subject needs its own parts
type AnySubject = Subject<any>;

/**
 * Applies what was approved for subjects other than runs: the intent is on disk first, then it is done, then the result
 * is recorded. After a crash it continues with what had started.
 */
export class Applying {
  readonly subjects: ReadonlyMap<string, AnySubject>;
  readonly #attempts: Attempts;
  #unsubscribe = () => {};

  constructor(
    readonly service: Core,
    subjects: readonly AnySubject[],
    boundary?: Boundary,
  ) {
    this.#attempts = new Attempts("abort", boundary);
    this.subjects = new Map(subjects.map((subject) => [subject.kind, subject]));
  }

  /** Returns the applier of an approval; null for one of a run, or if its domain is not part of this service. */
  applierOf({ subject, policyClass }: ApprovalDocument): Applier<Core> | null {
    return (subject && this.subjects.get(subject.kind)?.appliers[policyClass]) ?? null;
  }

  /** Continues with what an earlier process left, and from now on applies what is approved. */
  start(): void {
    this.#unsubscribe = this.service.store.subscribe((events) => this.#observe(events));
    for (const application of ["applying", "ready"] as const) {
      for (const id of this.#left(application)) this.#begin(id);
    }
  }

  *#left(application: "applying" | "ready"): Generator<string> {
    for (let after = "";;) {
      const page = this.service.store.documents.find(approvalStream, { application }, { limit: PAGE, after });
      yield* page.map(({ id }) => id);
      if (page.length < PAGE) return;
      after = page.at(-1)!.id;
    }
  }

  /** Resolves when nothing is being applied for the approval. */
  settled = (id: string): Promise<void> => this.#attempts.settled(id);

  /** Stops the work in progress; the next start continues it. */
  async stop(): Promise<void> {
    this.#unsubscribe();
    await this.#attempts.stop();
  }

  #observe(events: readonly StoredEvent[]): void {
    for (const { type, stream } of events) {
      if (type === "approval.approved") this.#begin(stream.slice("approval/".length));
    }
  }

  #begin(id: string): void {
    const approval = this.service.store.documents.get(approvalStream, id);
    if (!approval || this.#attempts.stopped) return;
    if (approval.application !== "ready" && approval.application !== "applying") return;
    const apply = this.applierOf(approval)?.apply;
    if (!apply) return;
    void this.#attempts.once(id, (attempt) =>
      this.#apply(approval, apply, attempt)
        .catch((cause) => this.service.log.error(`The approval ${id} could not be applied`, cause)));
  }

  async #apply(
    approval: ApprovalDocument,
    apply: NonNullable<Applier<Core>["apply"]>,
    { signal, boundary }: Attempt,
  ): Promise<void> {
    const { id, evidence, application, bundle } = approval;
    const files = bundle?.files ?? evidence.length;
    const { store } = this.service;
    const ctx = contextFor(this.service, "system");
    if (application === "ready") {
      const [artifact] = evidence;
      const manifestSha256 = bundle?.manifestSha256 ?? artifact?.sha256 ?? approval.evidenceDigest;
      const data = { manifestSha256, files };
      await store.commit(() => moveApproval(ctx, id, "startApplying", data));
    }
    let result: Applied;
    try {
      result = await apply(ctx, approval, { again: application === "applying", signal, boundary });
    } catch (cause) {
      if (signal.aborted) return;
      result = { outcome: "failed", detail: `It is unknown whether it was done. ${messageOf(cause)}` };
    }
    await store.commit(() => {
      if (result.outcome === "applied") moveApproval(ctx, id, "applied", { files });
      else {moveApproval(ctx, id, result.outcome === "stale" ? "stale" : "applyFailed", {
          detail: result.detail,
        });}
    });
  }
}

/** What a context has for applying approvals. */
export type ApplyingLive = { applying: Applying };
