import type { Random } from "../../recovery/load/random.ts";
import { answered, type Command, type Domain, one, type Read, same } from "../command.ts";
import { Candidates } from "./candidates.ts";
import type { Runs } from "./runs.ts";

/** What is shown of a memory record, as far as the model knows it. */
export type Memory = {
  id: string;
  type: string;
  scope: string;
  content: string;
  status: "active" | "archived";
};

const TYPES = ["decision", "fact", "preference"] as const;
/** What candidates become, too. */
const ALL_TYPES = [...TYPES, "warning", "procedure"] as const;
const SCOPES = ["global", "project"] as const;

// deno-lint-ignore no-explicit-any
const shownOf = ({ id, type, scope, content, status }: any): Memory => ({ id, type, scope, content, status });

/** Memory records: what is remembered, and how it is found again. */
export class Memories implements Domain {
  readonly #all: Memory[] = [];
  readonly #candidates: Candidates;
  #made = 0;

  constructor(readonly runs: Runs) {
    this.#candidates = new Candidates(runs, this.#all);
    this.commands = [...this.#own(), ...this.#candidates.commands];
  }

  readonly commands: readonly Command[];

  readonly #own = (): readonly Command[] => [
    {
      name: "remember",
      weight: 3,
      plan: (random) => {
        if (this.#all.length >= 80) return null;
        const content = `Remember lemma${++this.#made}`;
        const [type, scope] = [random.pick(TYPES), random.pick(SCOPES)];
        const source = { kind: "user", id: "user" };
        const scopeId = scope === "project" ? { scopeId: this.runs.surroundings.repoPath } : {};
        return {
          state: `${type} ${scope}`,
          asked: {
            method: "POST",
            path: "/memory",
            body: { type, scope, content, source, ...scopeId },
            headers: { "idempotency-key": `memory-${this.#made}` },
          },
          judge: (answer) => {
            answered(answer, 201);
            this.#all.push({ id: answer.body.id, type, scope, content, status: "active" });
          },
        };
      },
    },
    {
      name: "archive a memory",
      weight: 1,
      plan: (random) => {
        this.#candidates.forget();
        const memory = one(random, this.#all);
        return memory && {
          state: memory.status,
          asked: { method: "POST", path: `/memory/${memory.id}/archive` },
          judge: (answer) => {
            answered(answer, 200);
            memory.status = "archived";
            same(shownOf(answer.body), memory, "an archived memory");
          },
        };
      },
    },
  ];

  async look(read: Read, random: Random): Promise<void> {
    if (random.next() < 0.4) return await this.#candidates.lookAt(read);
    this.#candidates.forget();
    const memory = one(random, this.#all);
    if (memory !== null && random.next() < 0.4) {
      const word = encodeURIComponent(`"${memory.content}"`);
      const found: unknown[] = await read(`/memory?query=${word}&status=${memory.status}`);
      same(found.map(shownOf), [memory], `what is found for ${word}`);
    } else await this.#lookAtList(read, random.pick(TYPES), random.next() < 0.5 ? "active" : "archived");
  }

  async lookAtAll(read: Read): Promise<void> {
    await this.#candidates.lookAt(read);
    for (const type of ALL_TYPES) {
      for (const status of ["active", "archived"]) await this.#lookAtList(read, type, status);
    }
  }

  async #lookAtList(read: Read, type: string, status: string): Promise<void> {
    const shown: unknown[] = await read(`/memory?limit=1000&type=${type}&status=${status}`);
    const expected = this.#all.filter((one) => one.type === type && one.status === status).toReversed();
    same(
      shown.map(shownOf),
      expected,
      `the ${status} memories of the type ${type}`,
    );
  }
}
