import { InvalidError } from "../../../ground/kernel/errors.ts";
import { blockedByCommand } from "../../../ground/policy/commands.ts";
import type { Path } from "../../../control/workflows/language/issue.ts";
import type { SourceText } from "../../../control/workflows/language/source.ts";

/** The result for one place of a foreign definition. */
export type Loss = { id: string; line: number; status: "imported" | "changed" | "refused"; why: string };

/** More than a workflow of the most nodes needs. */
const MAX_LOSSES = 2000;
/** As many as a workflow can have. */
const MAX_NODES = 200;
/** As long as a command of a node can be. */
const MAX_COMMAND = 4_000;

/** Returns a text, a number or a truth value as text; anything else has none, and `otherwise` stands for it. */
export const scalarTextOf = (value: unknown, otherwise = ""): string =>
  ["string", "number", "boolean"].includes(typeof value) ? String(value) : otherwise;

/**
 * Collects what an import converts and what it leaves out. Every place of the source is used, or noted, or reported as left out
 * at the end: nothing disappears.
 */
export class Import {
  readonly nodes: Record<string, unknown>[] = [];
  readonly #notes: Omit<Loss, "id">[] = [];
  readonly #used = new Set<string>();
  readonly #ids = new Map<string, string>();

  constructor(readonly source: SourceText) {}

  /** Marks places, with all within them, as contained in the result, or as said by another note. */
  use(...paths: Path[]): void {
    for (const path of paths) this.#used.add(JSON.stringify(path));
  }

  note(path: Path, status: Loss["status"], why: string): void {
    if (this.#notes.length >= MAX_LOSSES) {
      throw new InvalidError(
        `The definition has more than ${MAX_LOSSES} places to convert. Import a part of it.`,
      );
    }
    this.use(path);
    const { line } = this.source.locate({ path, key: typeof path.at(-1) === "string" });
    this.#notes.push({ line, status, why });
  }

  /** Returns the result for each place, in the order of the lines, with every place that nothing was made of. */
  losses(): Loss[] {
    for (const path of unusedPlaces(this.source.value, this.#used)) {
      const name = path.findLast((step) => typeof step === "string") ?? "";
      this.note(path, "refused", `"${name}" is not supported here.`);
    }
    return this.#notes.toSorted((a, b) => a.line - b.line)
      .map((note, i) => ({ id: `loss_${i + 1}`, ...note }));
  }

  /** Returns a text of at most so many characters, and says so if it was longer. */
  text(path: Path, value: unknown, limit: number): string {
    const text = scalarTextOf(value).trim();
    if (text === "") return "";
    if (text.length > limit) this.note(path, "changed", `It is truncated at ${limit} characters.`);
    this.use(path);
    return text.slice(0, limit);
  }

  /** Returns the command of a step if a node may run it; otherwise the whole step is refused. */
  command(path: Path, text: string): string | null {
    const command = text.trim();
    const blocked = blockedByCommand(command);
    if (blocked) {
      this.note(path, "refused", `"${blocked.program}" belongs to the blocked class "${blocked.id}".`);
      return null;
    }
    if (command !== "" && command.length <= MAX_COMMAND) return command;
    this.note(path, "refused", `A command has 1 to ${MAX_COMMAND} characters. Put it into a file.`);
    return null;
  }

  /** Adds a node. Returns its id, or null if there are too many. */
  add(path: Path, name: string, node: Record<string, unknown>): string | null {
    if (this.nodes.length >= MAX_NODES) {
      this.note(path, "refused", `A workflow has at most ${MAX_NODES} nodes.`);
      return null;
    }
    const id = this.id(name);
    this.nodes.push({ id, ...node });
    return id;
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

/**
 * Returns the places of a value that are not used, neither themselves nor by a place around them. One stands for all within it
 * if nothing there is used. `used` has paths as JSON.
 */
function unusedPlaces(value: unknown, used: ReadonlySet<string>): Path[] {
  return within(value, []).flatMap((place) => place.length > 0 ? [place] : children(value, []).map(last));

  function within(value: unknown, path: Path): Path[] {
    if (used.has(JSON.stringify(path))) return [];
    const inner = children(value, path);
    const found = inner.map((child) => within(...child));
    const whole = found.every((places, i) => places.length === 1 && places[0] === last(inner[i]!));
    return whole ? [path] : found.flat();
  }
}

const last = ([, path]: readonly [unknown, Path]): Path => path;

const children = (value: unknown, path: Path): [unknown, Path][] =>
  typeof value !== "object" || value === null
    ? []
    : Array.isArray(value)
    ? value.map((item, i) => [item, [...path, i]])
    : Object.entries(value).map(([key, item]) => [item, [...path, key]]);
