import type { Random } from "../../recovery/load/random.ts";
import { type Answer, answered, type Command, type Deed, holds, one, type Read, same } from "../command.ts";
import type { Memory } from "./memory.ts";
import type { RunModel } from "./run_model.ts";
import type { Runs } from "./runs.ts";

type Status = "pending" | "promoted" | "rejected";

/** What is shown of a candidate. */
type Shown = {
  id: string;
  status: Status;
  type: string;
  scope: string;
  content: string;
  runId?: string;
  source: { kind: string };
};

/** What the model knows of one, and the record that it became. */
type Known = Shown & { recordId: string | null };

/** Candidates for memory records: what workflows propose and what people wrote, each once, until a person decides it. */
export class Candidates {
  readonly #all = new Map<string, Known>();

  /** `records` are those of the memory, the oldest first. */
  constructor(readonly runs: Runs, readonly records: Memory[]) {}

  readonly commands: readonly Command[] = [
    { name: "promote a candidate", weight: 2, plan: (random, read) => this.#promote(random, read) },
    { name: "reject a candidate", weight: 1, plan: (random, read) => this.#reject(random, read) },
    { name: "maintain the memory", weight: 1, plan: () => this.#maintain() },
  ];

  /** What came from a run that is erased goes with it. */
  forget(): void {
    for (const [id, { runId, recordId }] of this.#all) {
      if (!this.runs.all.some((run) => run.isErased && run.id === runId)) continue;
      this.#all.delete(id);
      const at = this.records.findIndex((record) => record.id === recordId);
      if (at >= 0) this.records.splice(at, 1);
    }
  }

  async lookAt(read: Read): Promise<void> {
    this.forget();
    const shown: Shown[] = await read("/memory/candidates?limit=1000");
    for (const each of shown) {
      const known = this.#all.get(each.id);
      if (known === undefined) this.#takeOver(each);
      else same(each.status, known.status, `the candidate ${each.id}`);
    }
    const ids = shown.map(({ id }) => id);
    const lost = [...this.#all.keys()].filter((id) => !ids.includes(id));
    same(lost, [], "the candidates that are gone");
  }

  /** One that is new waits for a decision, and says what nobody said before. */
  #takeOver(shown: Shown): void {
    same(shown.status, "pending", `the new candidate ${shown.id}`);
    const twice = [...this.#all.values()].find(({ content }) => content === shown.content);
    holds(twice === undefined, `"${shown.content}" is proposed again by ${shown.id}`);
    const { source: { kind }, runId, content } = shown;
    const run = this.runs.kept.find(({ id }) => id === runId);
    holds(run !== undefined, `nobody knows the run of the candidate ${shown.id}`);
    const isSaid = content.startsWith(run.content) || this.#isRepeated(run, content);
    holds(kind !== "task_session" || isSaid, `${run.name} proposed "${content}"`);
    this.#all.set(shown.id, { ...shown, recordId: null });
  }

  /** Whether a person said it in more than one run: those of an automation have one name. */
  #isRepeated({ guidance }: RunModel, content: string): boolean {
    const guided = this.runs.all.filter((run) => run.guidance === guidance && run.guided > 0);
    return guided.length > 1 && content.startsWith(guidance);
  }

  async #chosen(random: Random, read: Read): Promise<Known | null> {
    await this.lookAt(read);
    const pending = [...this.#all.values()].filter(({ status }) => status === "pending");
    return (random.next() < 0.7 ? one(random, pending) : null) ?? one(random, [...this.#all.values()]);
  }

  async #promote(random: Random, read: Read): Promise<Deed | null> {
    const candidate = await this.#chosen(random, read);
    if (candidate === null) return null;
    const { id, type, scope, content, status, recordId } = candidate;
    return {
      state: status,
      asked: { method: "POST", path: `/memory/candidates/${id}/promote`, body: {} },
      judge: (answer, repeated) => {
        if (status === "rejected") return answered(answer, 400);
        // One that is promoted already gives the record that it became.
        if (!repeated || answer.status !== 200) answered(answer, status === "promoted" ? 200 : 201);
        same(answer.body.content, content, `the record of the candidate ${id}`);
        if (status === "promoted") return same(answer.body.id, recordId, `the record of the candidate ${id}`);
        candidate.status = "promoted";
        candidate.recordId = answer.body.id;
        this.records.push({ id: answer.body.id, type, scope, content, status: "active" });
      },
      after: (read) => this.lookAt(read),
    };
  }

  async #reject(random: Random, read: Read): Promise<Deed | null> {
    const candidate = await this.#chosen(random, read);
    if (candidate === null) return null;
    const { id, status } = candidate;
    return {
      state: status,
      asked: { method: "POST", path: `/memory/candidates/${id}/reject`, body: {} },
      judge: (answer) => {
        answered(answer, status === "promoted" ? 400 : 200);
        if (status !== "promoted") candidate.status = "rejected";
      },
      after: (read) => this.lookAt(read),
    };
  }

  /** Collects what people wrote. Without its flags it decides nothing. */
  #maintain(): Deed {
    return {
      state: [...this.#all.values()].some(({ status }) => status === "pending")
        ? "some pending"
        : "none pending",
      asked: { method: "POST", path: "/memory/maintenance", body: {} },
      isAnswered: true,
      judge: (answer: Answer) => {
        answered(answer, 201);
        same([answer.body.promoted, answer.body.archived], [[], []], "what maintenance decided");
      },
      after: (read) => this.lookAt(read),
    };
  }
}
