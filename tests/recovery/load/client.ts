import type { RunDetails } from "../../../services/execution/run_views/detail_schemas.ts";
import { ApiError } from "../../../client/client.ts";
import { REVIEWED } from "../../git.ts";
import type { ServiceProcess } from "../service_process.ts";
import type { Change, Ledger, OwnRun } from "./ledger.ts";
import type { Random } from "./random.ts";

/** What a client does: a reviewer sees its runs through to their patch, a changer moves its runs about. */
export type Temper = "reviewer" | "changer";

/** Runs that one client keeps going. */
const OPEN: Record<Temper, number> = { reviewer: 1, changer: 3 };

const isOver = (status: string): boolean => ["completed", "failed", "cancelled"].includes(status);
const plain = (type: string): Change => ({ type, detail: "" });

/** Creates, guides, pauses, resumes, cancels, approves and rejects runs of its own, one request after the other. */
export class LoadClient {
  #made = 0;

  constructor(
    readonly name: string,
    readonly temper: Temper,
    readonly random: Random,
    readonly ledger: Ledger,
    readonly repoPath: string,
  ) {}

  /** Goes on until the service is gone. */
  async work(service: ServiceProcess): Promise<void> {
    try {
      for (const run of this.#own()) if (run.id === null) await this.#create(service, run);
      for (;;) await this.#act(service);
    } catch (error) {
      // Whoever is killed does not answer; anything else is a fault.
      if (!(error instanceof TypeError) || !/fetch|request|connection|body/i.test(error.message)) {
        this.ledger.faults.push(`${this.name}: ${error}`);
      }
    }
  }

  #own(): OwnRun[] {
    return this.ledger.runs.filter((run) => !run.ended && run.name.startsWith(`${this.name}-`));
  }

  async #act(service: ServiceProcess): Promise<void> {
    const own = this.#own();
    if (own.length < OPEN[this.temper]) return await this.#create(service, this.#newRun());
    const run = own[this.random.between(0, own.length - 1)]!;
    const details = await service.operator("GET /runs/:id", { params: { id: run.id! } });
    if (isOver(details.status)) run.ended = true;
    else await this.#change(service, run, details);
  }

  #newRun(): OwnRun {
    const name = `${this.name}-${++this.#made}`;
    const body = { request: `create load/${name}.txt with "${name}"`, repoPath: this.repoPath };
    const run: OwnRun = {
      name,
      body,
      id: null,
      acknowledged: [],
      inDoubt: null,
      ended: false,
      settled: false,
    };
    this.ledger.runs.push(run);
    return run;
  }

  async #create(service: ServiceProcess, run: OwnRun): Promise<void> {
    const { name, body } = run;
    const created = await service.operator("POST /coordinator/runs", { body }, { idempotencyKey: name });
    run.id = created.id;
    this.ledger.acknowledge(run, null);
  }

  async #change(service: ServiceProcess, run: OwnRun, details: RunDetails): Promise<void> {
    const dice = this.random.next();
    const approval = details.approvals.find(({ status }) => status === "pending");
    if (approval && dice < 0.8) return await this.#decide(service, run, approval.id);
    const task = details.tasks.find(({ status }) => ["planned", "queued", "running"].includes(status));
    if (task && dice < 0.3) return await this.#guide(service, run, task.id);
    if (details.status === "paused") return await this.#move(service, run, dice < 0.9 ? "resume" : "cancel");
    if (dice < (this.temper === "reviewer" ? 0.02 : 0.6)) return await this.#move(service, run, "pause");
    if (this.temper === "changer" && dice < 0.75) return await this.#move(service, run, "cancel");
  }

  async #move(service: ServiceProcess, run: OwnRun, move: "pause" | "resume" | "cancel"): Promise<void> {
    const type = { pause: "run.paused", resume: "run.resumed", cancel: "run.cancelled" }[move];
    await this.#ask(run, plain(type), async () => {
      const params = { id: run.id! };
      const { status } = move === "cancel"
        ? await service.operator("POST /runs/:id/cancel", { params, body: {} })
        : await service.operator(`POST /runs/:id/${move}`, { params });
      // A move that came too late changes nothing and says so with the state that it met.
      if (isOver(status)) run.ended = true;
      return move === "cancel" ? status === "cancelled" : move === "resume" || status === "paused";
    });
  }

  async #guide(service: ServiceProcess, run: OwnRun, id: string): Promise<void> {
    const file = `load/${run.name}-${run.acknowledged.length}.txt`;
    const content = `create ${file} with "guided"`;
    await this.#ask(run, { type: "task_session.guidance_added", detail: content }, async () => {
      await service.operator("POST /task-sessions/:id/guidance", { params: { id }, body: { content } });
      return true;
    });
  }

  async #decide(service: ServiceProcess, run: OwnRun, id: string): Promise<void> {
    const approve = this.random.next() < 0.8;
    await this.#ask(run, plain(approve ? "approval.approved" : "approval.rejected"), async () => {
      const params = { id };
      if (approve) await service.operator("POST /approvals/:id/approve", { params, body: REVIEWED });
      else await service.operator("POST /approvals/:id/reject", { params, body: { actorType: "human" } });
      return true;
    });
  }

  /** Sends one change; `made` says whether its answer promises that it was made. A refusal promises nothing. */
  async #ask(run: OwnRun, change: Change, made: () => Promise<boolean>): Promise<void> {
    run.inDoubt = change;
    try {
      this.ledger.acknowledge(run, await made() ? change : null);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 400) {
        throw new Error(`${change.type} of ${run.id}: ${error.status} ${error.message}`);
      }
      run.inDoubt = null;
    }
  }
}
