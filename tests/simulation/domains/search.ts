import type { Random } from "../../recovery/load/random.ts";
import { type Domain, holds, one, type Read, same } from "../command.ts";
import type { RunModel } from "./run_model.ts";
import type { Runs } from "./runs.ts";

type Hit = { kind: string; title: string; snippet: string; runId: string | null };

/** The search over everything: the request of each run is found, and nothing of one that was erased. */
export class Search implements Domain {
  readonly commands = [];

  constructor(readonly runs: Runs) {}

  async look(read: Read, random: Random): Promise<void> {
    const run = one(random, this.runs.all);
    if (run !== null) await this.#lookFor(read, run);
  }

  async lookAtAll(read: Read): Promise<void> {
    for (const run of this.runs.all.slice(-4)) await this.#lookFor(read, run);
  }

  /** Runs that try another one again ask for the same. */
  async #lookFor(read: Read, { content, request }: RunModel): Promise<void> {
    const query = encodeURIComponent(`"${content}"`);
    const { items }: { items: Hit[] } = await read(`/search?query=${query}&limit=100`);
    const kept = this.runs.kept.filter((run) => run.content === content);
    const erased = this.runs.all.filter(({ isErased }) => isErased);
    const remains = items.filter(({ runId }) => erased.some(({ id }) => id === runId));
    same(remains.map(({ kind, runId }) => `${kind} ${runId}`), [], "what is found of runs that were erased");
    // What nodes of it started is marked by its mark, too.
    if (!this.runs.kept.some((run) => run.content.startsWith(content))) {
      const found = items.filter(({ title, snippet }) => `${title} ${snippet}`.includes(content));
      same(found.map(({ kind }) => kind), [], `where "${content}" is found, whose runs were erased`);
    }
    const listed: { id: string }[] = await read(`/runs?query=${query}&limit=1000`);
    for (const { id, name, isArchived } of request.includes(content) ? kept : []) {
      holds(items.length >= 100 || items.some(({ runId }) => runId === id), `${name} (${id}) is not found`);
      same(
        listed.some((each) => each.id === id),
        !isArchived,
        `whether ${name} (${id}) is listed for its words`,
      );
    }
    const unexpected = listed.filter(({ id }) => erased.some((run) => run.id === id));
    same(unexpected, [], "the runs that are listed for the words of one that was erased");
  }
}
