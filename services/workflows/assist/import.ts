import { InvalidError } from "../../kernel/errors.ts";
import type { Path } from "../language/issue.ts";
import type { Source } from "../language/source.ts";

/** The result for one place of a foreign definition. */
export type Loss = { id: string; line: number; status: "imported" | "changed" | "refused"; why: string };

/** More than a workflow of the most nodes needs. */
const MAX_LOSSES = 2000;

/** Returns a text, a number or a truth value as text; anything else has none, and `otherwise` stands for it. */
export const textOf = (value: unknown, otherwise = ""): string =>
  ["string", "number", "boolean"].includes(typeof value) ? String(value) : otherwise;

/** Collects what an import converts and what it leaves out. */
export class Import {
  readonly losses: Loss[] = [];
  readonly nodes: Record<string, unknown>[] = [];
  readonly #ids = new Map<string, string>();

  constructor(readonly source: Source) {}

  note(path: Path, status: Loss["status"], why: string): void {
    if (this.losses.length >= MAX_LOSSES) {
      throw new InvalidError(
        `The definition has more than ${MAX_LOSSES} places to convert. Import a part of it.`,
      );
    }
    const { line } = this.source.locate({ path, key: typeof path.at(-1) === "string" });
    this.losses.push({ id: `loss_${this.losses.length + 1}`, line, status, why });
  }

  /** Records every key that was not converted. */
  refuseOthers(value: object, path: Path, known: readonly string[]): void {
    for (const key of Object.keys(value)) {
      if (!known.includes(key)) this.note([...path, key], "refused", `"${key}" is not supported here.`);
    }
  }

  /** Returns a valid id for a foreign name; the same for the same name. */
  id(name: string): string {
    const before = this.#ids.get(name);
    if (before !== undefined) return before;
    const plain = name.toLowerCase().replaceAll(/[^a-z0-9_]+/g, "_").replace(/^[^a-z]+/, "").slice(0, 34) ||
      "step";
    const taken = new Set(this.#ids.values());
    let id = plain;
    for (let at = 2; taken.has(id); at++) id = `${plain}_${at}`;
    this.#ids.set(name, id);
    return id;
  }
}
