import { dirname } from "node:path";
import type { ProjectContextRecord } from "../../../../store/project_context/stream.ts";
import { sha256 } from "../../../../store/chain.ts";
import { isInside, readInside } from "../paths/inside.ts";
import { exists, repositoryRootOf } from "../paths/project_path.ts";
import type { DriftBudget } from "./budget.ts";
import { type CommandNeed, isCommand, needsOf } from "./commands.ts";
import { Lookup, type PathLookup } from "./lookup.ts";
import { type DocumentPiece, MAX_LINES, piecesOf } from "./markdown.ts";
import { linkedPath, pathLike } from "./path_like.ts";
import type { Drift, DriftItem } from "./schemas.ts";
import type { TaskTool } from "./task_names.ts";

/** How many paths and commands of one document are checked. */
const MAX_REFERENCES = 500;

/**
 * Compares a document with the current state of its repository: only reads, and only as much as the budget allows. A content of
 * null was not read and leaves the check incomplete.
 */
export async function checkDrift(
  document: Pick<ProjectContextRecord, "projectRoot" | "projectPath" | "source">,
  content: string | null,
  now: Date,
  budget: DriftBudget,
): Promise<Drift> {
  const { projectRoot, projectPath, source } = document;
  const drift: Drift = {
    checkedAt: now.toISOString(),
    source: source && sourceState(source),
    checked: 0,
    complete: true,
    items: [],
  };
  budget.characters -= content?.length ?? 0;
  if (content === null || budget.characters < 0) return { ...drift, complete: false };
  if (!exists(projectRoot)) {
    const detail = "The project's directory no longer exists, so nothing else was checked.";
    drift.items.push(itemOf({ text: projectPath, line: 0 }, "path", "missing", detail));
    return { ...drift, checked: 1 };
  }
  const root = repositoryRootOf(projectRoot);
  const from = source && isInside(root, source.path) ? [dirname(source.path)] : [];
  const lookup = new Lookup(root, [...new Set([...from, projectRoot, root])], budget);
  await new Check(lookup, [projectRoot, root], drift).all(piecesOf(content));
  if (content.split("\n", MAX_LINES + 1).length > MAX_LINES) drift.complete = false;
  return drift;
}

function sourceState({ path, sha256: imported }: { path: string; sha256: string }): Drift["source"] {
  const file = readInside(repositoryRootOf(dirname(path)), path, 1 << 20);
  if ("problem" in file) return file.problem === "too_large" ? "changed" : "missing";
  return sha256(file.bytes) === imported ? "unchanged" : "changed";
}

const NO_TASK: Readonly<Record<TaskTool, (name: string) => string>> = {
  npm: (name) => `No package.json has a script "${name}".`,
  deno: (name) => `No deno.json or package.json has a task "${name}".`,
  make: (name) => `No Makefile has a target "${name}".`,
  just: (name) => `No justfile has a recipe "${name}".`,
};

/** One pass over the parts of a document. A shell block keeps the directory that its `cd` commands lead to. */
class Check {
  readonly #seen = new Set<string>();
  #block = 0;
  /** Null after a `cd` to an unknown directory: the rest of its block is skipped. */
  #place: Lookup | null;

  constructor(readonly lookup: Lookup, readonly roots: readonly string[], readonly drift: Drift) {
    this.#place = lookup;
  }

  async all(pieces: readonly DocumentPiece[]): Promise<void> {
    for (const piece of pieces) {
      if (piece.block !== this.#block) this.#place = this.lookup;
      this.#block = piece.block;
      if (this.drift.checked >= MAX_REFERENCES) {
        this.drift.complete = false;
        return;
      }
      if (piece.kind === "shell" || (piece.kind === "code" && isCommand(piece.text))) {
        await this.#command(piece);
      } else await this.#path(piece);
    }
  }

  async #path(piece: DocumentPiece): Promise<void> {
    const candidate = piece.kind === "link" ? linkedPath(piece.text) : pathLike(piece.text, this.roots);
    if (!candidate || this.#known("path", piece.text)) return;
    this.drift.checked++;
    const found = await this.lookup.find(candidate);
    this.#report(piece, "path", found, sentence(candidate.path, found));
  }

  async #command(piece: DocumentPiece): Promise<void> {
    const before = this.#place;
    const needs = needsOf(piece.text);
    const known = needs.length === 0 || this.#known("command", piece.text);
    if (!known) this.drift.checked++;
    let worst: { found: PathLookup; detail: string } = { found: "present", detail: "" };
    for (const need of needs) {
      if (known && need.kind !== "directory") continue;
      const outcome = await this.#need(need);
      if (worst.found === "present") worst = outcome;
    }
    if (!known) this.#report(piece, "command", worst.found, worst.detail);
    if (piece.kind === "code" || piece.text.trimStart().startsWith("(")) this.#place = before;
  }

  async #need(need: CommandNeed): Promise<{ found: PathLookup; detail: string }> {
    const place = this.#place;
    if (!place) return { found: "present", detail: "" };
    if (need.kind === "task") {
      const tasks = await place.budget.tasks(place.root);
      const found = tasks.names[need.tool].has(need.name)
        ? "present"
        : tasks.open.has(need.tool)
        ? "unknown"
        : "missing";
      const detail = found === "unknown" ? sentence(`"${need.name}"`, found) : NO_TASK[need.tool](need.name);
      return { found, detail };
    }
    if (need.kind === "path") {
      const found = await place.find(need.candidate);
      return { found, detail: sentence(need.candidate.path, found) };
    }
    return await this.#enter(place, need.path);
  }

  async #enter(place: Lookup, path: string | null): Promise<{ found: PathLookup; detail: string }> {
    this.#place = null;
    if (path === null) return { found: "present", detail: "" };
    for (const directory of place.directories) {
      if (await place.at(directory, path) !== "present") continue;
      this.#place = place.from(`${directory}/${path}`);
      return { found: "present", detail: "" };
    }
    // A single name may be something that an earlier command creates, such as a clone.
    const candidate = path.includes("/") ? pathLike(path) : null;
    const found = candidate ? await place.find(candidate) : "present";
    return { found, detail: sentence(path, found) };
  }

  #known(kind: DriftItem["kind"], text: string): boolean {
    const key = `${kind} ${text}`;
    if (this.#seen.has(key)) return true;
    this.#seen.add(key);
    return false;
  }

  #report(piece: DocumentPiece, kind: DriftItem["kind"], found: PathLookup, detail: string): void {
    if (found === "present") return;
    if (found === "unknown") this.drift.complete = false;
    this.drift.items.push(itemOf(piece, kind, found, detail));
  }
}

function sentence(path: string, found: PathLookup): string {
  if (found === "outside") return `${path} is outside the repository, so it was not checked.`;
  if (found === "unknown") {
    return `${path} was not checked because a limit of the check was reached.`;
  }
  return `${path} does not exist in the repository.`;
}

function itemOf(
  { text, line }: Pick<DocumentPiece, "text" | "line">,
  kind: DriftItem["kind"],
  state: DriftItem["state"],
  detail: string,
): DriftItem {
  const id = `drift_${sha256(`${kind} ${line} ${text}`).slice(0, 16)}`;
  return { id, kind, text: text.slice(0, 200), line, state, detail };
}
