import type { RunDocument } from "../../../store/runs/document.ts";

/**
 * The approvals that task sessions of one driver asked for. While the run waits for one of them the driver does not end:
 * whoever asked may still be at work, and other task sessions go on.
 */
export class Holds {
  readonly #asked = new Set<string>();

  /** A task session asks for it. */
  add(approvalId: string): void {
    this.#asked.add(approvalId);
  }

  /** Whether the run waits for something that this driver asked, and so goes on with the rest. */
  cover(run: RunDocument): boolean {
    return run.status === "waiting" && run.waitingFor?.kind === "approval" &&
      this.#asked.has(run.waitingFor.id);
  }
}
