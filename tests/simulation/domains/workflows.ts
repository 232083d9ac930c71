import type { Random } from "../../recovery/load/random.ts";
import { answered, type Command, type Deed, type Domain, holds, one, type Read, same } from "../command.ts";
import { type FlowNode, ITEMS, type Library, randomNodes, savedNodes } from "./flow_nodes.ts";
import { MAX_QUEUED } from "./run_commands.ts";
import type { RunModel } from "./run_model.ts";
import type { Runs } from "./runs.ts";

const INPUTS = { type: "object", properties: { mark: { type: "string" }, items: { type: "array" } } };
/** So many workflows are saved, and so many of their runs are open, at most. */
const MAX_SAVED = 10;
const MAX_OPEN = 5;

type Saved = { id: string; name: string; nodes: FlowNode[] };
type Notification = { title: string; relatedRunId: string | null; relatedTaskId: string | null };

/** Workflows of random nodes: each node is done once, however its run is interrupted, and as the nodes before it ended. */
export class Workflows implements Domain {
  readonly #saved: Saved[] = [];
  /** Those that others may have within them. */
  readonly #library: Map<string, NonNullable<ReturnType<Library["get"]>>> = new Map();
  #made = 0;
  /** Runs whose end was compared. */
  readonly #compared = new Set<RunModel>();

  constructor(readonly runs: Runs) {}

  readonly commands: readonly Command[] = [
    { name: "save a workflow", weight: 3, plan: (random) => this.#save(random) },
    { name: "run a workflow", weight: 8, plan: (random) => this.#run(random) },
  ];

  get #all(): RunModel[] {
    return this.runs.kept.filter(({ flow }) => flow !== null);
  }

  look = async (read: Read, random: Random): Promise<void> => {
    const run = one(random, this.#all);
    if (run !== null) await this.#lookAt(read, run);
  };

  async lookAtAll(read: Read): Promise<void> {
    for (const run of this.#all) await this.#lookAt(read, run);
    const shown: Saved[] = await read("/saved-workflows?limit=100");
    same(
      shown.map(({ id }) => id).toSorted(),
      this.#saved.map(({ id }) => id).toSorted(),
      "the saved workflows",
    );
  }

  #save(random: Random): Deed | null {
    if (this.#saved.length >= MAX_SAVED) return null;
    const name = `Workflow ${++this.#made}`;
    const nodes = randomNodes(random, this.#library);
    return {
      state: "absent",
      asked: {
        method: "POST",
        path: "/saved-workflows",
        body: { source: JSON.stringify({ name, inputs: INPUTS, nodes: savedNodes(nodes) }) },
        headers: { "idempotency-key": `workflow-${this.#made}` },
      },
      judge: (answer) => {
        answered(answer, 201);
        this.#saved.push({ id: answer.body.id, name, nodes });
        // Those that have others within them stay out of others.
        if (nodes.every(({ kind }) => kind !== "workflow" && kind !== "child")) {
          this.#library.set(answer.body.id, { name, nodes });
        }
      },
    };
  }

  #run(random: Random): Deed | null {
    const workflow = one(random, this.#saved);
    const isBusy = this.runs.kept.filter(({ status }) => status === "queued").length >= MAX_QUEUED;
    if (workflow === null || isBusy || this.#all.filter((run) => !run.hasEnded).length >= MAX_OPEN) {
      return null;
    }
    const run = this.runs.nextFlow(workflow.name, workflow.nodes, this.#library);
    return {
      state: "saved",
      asked: {
        method: "POST",
        path: `/saved-workflows/${workflow.id}/run`,
        body: { inputs: { mark: run.content, items: ITEMS }, repoPath: run.repoPath },
        headers: { "idempotency-key": run.name },
      },
      judge: (answer) => {
        answered(answer, 201);
        run.id = answer.body.runId;
        this.runs.all.push(run);
      },
      after: (read) => this.runs.lookAt(read, run),
    };
  }

  async #lookAt(read: Read, run: RunModel): Promise<void> {
    if (this.#compared.has(run)) return;
    const shown = await read(`/runs/${run.id}`);
    this.runs.observe(run, shown);
    for (const child of run.flow!.children.values()) await this.runs.lookAt(read, child);
    const { waitingFor, status, statusReason } = shown;
    const due = waitingFor?.kind === "time" ? Date.parse(waitingFor.expiresAt) : Infinity;
    const isOver = status === "waiting" && due <= this.runs.surroundings.now().getTime();
    holds(!isOver, `${run.name} waits until ${waitingFor?.expiresAt}, which is over`);
    if (status !== "completed" && status !== "failed") return;
    const { items }: { items: Notification[] } = await read("/notifications?limit=1000");
    const notified = items.filter(({ title, relatedRunId }) =>
      relatedRunId === run.id && title.startsWith(run.content)
    ).map(({ relatedTaskId }) => relatedTaskId ?? "");
    if (statusReason === "process_lost" || run.decision === "rejected") return;
    run.flow!.compareEnd(shown, notified);
    if (status === "completed" && !run.isUndone) {
      for (const [file, content] of run.flow!.filesAmong(shown.tasks)) {
        same(this.runs.surroundings.read(file), content, `what ${run.name} left in ${file}`);
      }
    }
    this.#compared.add(run);
  }
}
