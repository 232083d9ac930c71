import { holds, type Read, same } from "../command.ts";
import type { RunModel } from "./run_model.ts";
import type { Runs } from "./runs.ts";
import { type Call, CUSTOMER, type Entry, PER_ACTION, PER_DAY, type Shop } from "./shop.ts";

/** What is listed of an action. */
export type Effect = { id: string; runId: string; state: string; settled: boolean; begunAt: string };

/** Where it is listed. */
export const EFFECTS = "/control-plane/effects";
/** What is ordered in a shop: each order once, under an approval, and listed as what happened outside. */
export class Orders {
  /** The last call for each order, by its key, and what was ordered first on which day. */
  readonly #last = new Map<string, Call>();
  readonly #begun: { day: string; total: number }[] = [];
  /** What was wrong about calls. */
  readonly #wrong: string[] = [];
  #effects: Effect[] = [];
  /** Whether the service knows the number of the customer, which it is to show to nobody. */
  isShared = false;

  constructor(readonly runs: Runs, readonly shop: Shop, readonly isUsable: () => boolean) {}

  get all(): RunModel[] {
    return this.runs.all.filter(({ order }) => order !== null);
  }

  /** The service calls its connector, of which a version is enabled. */
  called(call: Call, enabled: string | undefined): void {
    const last = this.#last.get(call.key);
    this.#last.set(call.key, call);
    const run = this.all.find(({ content }) => content === call.item);
    if (run) run.order!.calls++;
    if (call.call !== "perform") return;
    if (call.version !== enabled) {
      this.#wrong.push(`${call.item} is ordered with ${call.version}, ${enabled} is enabled`);
    }
    if (last?.call === "perform") {
      this.#wrong.push(`${call.item} is ordered again, and nobody asked whether it was`);
    }
    if (this.shop.books.has(call.key)) this.#wrong.push(`${call.item} is ordered again, and it was ordered`);
    if (!last) this.#begun.push({ day: this.#day, total: run?.order?.total ?? 0 });
  }

  /** The connector is not enabled any more. */
  blocked(): void {
    for (const { hasEnded, order } of this.all) if (!hasEnded) order!.mayBeBlocked = true;
  }

  /** Whatever was ordered was approved, as it was asked for. */
  passed(): Promise<void> {
    holds(this.#wrong.length === 0, this.#wrong.join("; "));
    for (const { item, total, approvalId } of this.shop.books.values()) {
      const run = this.all.find(({ order }) => order!.approved.has(approvalId));
      const expected = [run?.content, run?.order?.booked];
      same([item, total], expected, `what was ordered under the approval ${approvalId}`);
    }
    const today = sumOf(this.#begun.filter(({ day }) => day === this.#day));
    if (!this.isUsable() || today > PER_DAY - 2 * PER_ACTION) this.blocked();
    return Promise.resolve();
  }

  maintained(isStored: (text: string) => boolean): void {
    holds(!this.isShared || !isStored(CUSTOMER), "the number of a customer is stored");
  }

  async lookAtAll(read: Read): Promise<void> {
    const list: { items: Effect[]; uncertain: number } = await read(`${EFFECTS}?limit=1000`);
    same(
      list.uncertain,
      list.items.filter(({ state }) => state === "uncertain").length,
      "how many are uncertain",
    );
    this.#effects = list.items.filter(({ id }) => id.startsWith("connector_action."));
    for (const run of this.all) this.#lookAt(run);
    const begun = this.#effects.map(({ begunAt, runId }) => ({
      day: begunAt.slice(0, 10),
      total: this.all.find(({ id }) => id === runId)?.order?.total ?? 0,
    }));
    for (const { day } of begun) {
      const sum = sumOf(begun.filter((each) => each.day === day));
      holds(sum <= PER_DAY, `on ${day} orders of ${sum} were made, and ${PER_DAY} are allowed`);
    }
    const newest = this.all.findLast(({ isErased, order }) => !isErased && order!.calls > 0);
    const text = JSON.stringify([list, newest && await read(`/runs/${newest.id}`)]);
    holds(!text.includes(CUSTOMER), "the number of a customer is shown");
  }

  /** Compares what was ordered with what is listed of it. */
  #lookAt(run: RunModel): void {
    const { length } = this.entriesOf(run);
    same(
      length,
      run.status === "completed" ? 1 : Math.min(length, 1),
      `how often ${run.content} was ordered`,
    );
    if (run.isErased) return;
    const listed = this.#effects.filter(({ runId }) => runId === run.id);
    holds(listed.length <= 1, `${listed.length} orders of ${run.name} are listed`);
    const [effect] = listed;
    holds(effect || length === 0, `${run.content} was ordered, and it is not listed`);
    if (!effect) return;
    const { state } = effect;
    holds(
      !effect.settled || state === "done" || state === "not_done",
      `the order of ${run.name} is settled, and ${state}`,
    );
    const isOver = state === "done" || state === "not_done" || state === "uncertain";
    holds(isOver || !run.hasEnded, `${run.name} is ${run.status}, and its order is ${state}`);
    holds(
      state === "done" || run.status !== "completed",
      `${run.name} is completed, and its order is ${state}`,
    );
    holds(
      state !== "done" || length === 1,
      `the order of ${run.name} is done, and the shop does not know it`,
    );
    holds(
      state !== "not_done" || length === 0,
      `the order of ${run.name} is not done, and the shop knows it`,
    );
  }

  /** What the shop's books have of a run. */
  entriesOf({ order }: RunModel): Entry[] {
    return [...this.shop.books.values()].filter(({ approvalId }) => order!.approved.has(approvalId));
  }

  get #day(): string {
    return this.runs.surroundings.now().toISOString().slice(0, 10);
  }
}

const sumOf = (orders: readonly { total: number }[]): number =>
  orders.reduce((sum, { total }) => sum + total, 0);
