import type { RunDocument } from "../../store/runs/document.ts";

/**
 * The approvals that task sessions of one driver requested. While the run waits for one of them the driver does not end: the
 * worker that asked may still be active, and other task sessions continue.
 */
export class Holds {
  readonly #asked = new Set<string>();

  /** Registers an approval that a task session requested. */
  add(approvalId: string): void {
    this.#asked.add(approvalId);
  }

  /** Whether the run waits for an approval that this driver requested, so its other tasks continue. */
  cover(run: RunDocument): boolean {
    return run.status === "waiting" && run.waitingFor?.kind === "approval" &&
      this.#asked.has(run.waitingFor.id);
  }
}
