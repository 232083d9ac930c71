import assert from "node:assert/strict";
import { LABEL, type World } from "./world.ts";

/** So many runs are open at a time: more than the machines can do, so that none waits for the trial. */
const OPEN = 8;

/** A trial in which nothing ends for so long is stuck. */
const STUCK_MILLISECONDS = 300_000;

const pause = () => new Promise((resolve) => setTimeout(resolve, 300));

/** Asks a world for runs, as many as the trial wants and until it may end. */
export class RunFeed {
  mayEnd = false;
  /** How many tasks were retried after their machines were lost. */
  retried = 0;
  #asked = 0;

  constructor(readonly world: World, readonly runs: number) {}

  /** Whether less was asked for than the trial is about. */
  get isWanting(): boolean {
    return this.#asked < this.runs;
  }

  /** Resolves when all that was asked for has come to rest. */
  async work(say: (line: string) => void): Promise<void> {
    let last = { rested: 0, at: performance.now() };
    let told = 0;
    for (;;) {
      const { total, byStatus } = await this.world.operator("GET /runs/counts");
      const waiting = await this.world.operator("GET /runs", { query: { limit: 100, status: "waiting" } });
      // A run that waits for a machine continues by itself; a task with which two were lost is retried, as a person would.
      const absent = waiting.filter(({ waitingFor }) => waitingFor?.kind === "dependency").length;
      const lost = waiting.flatMap(({ id, waitingFor }) =>
        waitingFor?.kind === "input" && /worker machines were lost/.test(waitingFor.detail)
          ? [{ id, taskId: waitingFor.id }]
          : []
      );
      for (const params of lost) {
        this.retried += 1;
        await this.world.operator("POST /runs/:id/task-cards/:taskId/retry", {
          params,
          body: { reason: "Its machines were lost." },
        });
      }
      const open = (byStatus.queued ?? 0) + (byStatus.running ?? 0) + absent + lost.length;
      const rested = total - open;
      if (rested !== last.rested) last = { rested, at: performance.now() };
      assert.ok(
        performance.now() - last.at < STUCK_MILLISECONDS,
        `nothing ends any more: ${JSON.stringify(byStatus)}`,
      );
      if (rested >= told + 10) {
        told = rested;
        say(`${rested} runs have come to rest`);
      }
      if (open < OPEN && !(this.mayEnd && !this.isWanting)) await this.#ask();
      else if (open === 0) return;
      else await pause();
    }
  }

  /** An attempt that is lost would leave a second line in the result, which is verified on machines alone. */
  async #ask(): Promise<void> {
    const name = `n${++this.#asked}`;
    await this.world.operator("POST /coordinator/runs", {
      body: {
        repoPath: this.world.repository.root,
        request: `run cat /proc/sys/kernel/random/uuid >> ${name}.txt && sleep 0.2`,
        verifier: { command: `sleep 0.2; test -f ${name}.txt` },
        needs: [LABEL],
      },
    });
  }
}
