import { basename, isAbsolute, join, relative, resolve } from "node:path";
import { sha256 } from "../../store/chain.ts";
import type { Ctx } from "../kernel/context.ts";
import { InvalidError } from "../kernel/errors.ts";
import { isInside, readInside, type ReadProblem } from "./inside.ts";
import { directoriesUpwards, exists, type ProjectPlace, repositoryRootOf } from "./project_path.ts";
import { MAX_CONTENT_BYTES } from "./schemas.ts";

/** What was read from a repository, with what a document of it is called where nobody says. */
export type ImportedFile = {
  content: string;
  source: { path: string; sha256: string };
  title: string;
  documentType: string;
};

/** Files of instructions by rank; a README is taken only where no directory upwards has any. */
const NEAREST: readonly (readonly string[])[] = [["AGENTS.md", "CLAUDE.md"], ["README.md"]];

const TYPES: Readonly<Record<string, string>> = {
  "AGENTS.md": "instructions",
  "CLAUDE.md": "instructions",
  "GEMINI.md": "instructions",
  "README.md": "readme",
};

// Whoever may read contexts may read what was imported: settings and keys are not prose.
const PROSE = /(?:\.(?:md|mdx|mdc|markdown|txt|rst|adoc|asciidoc|org)|^\.(?:cursorrules|windsurfrules))$/i;

/**
 * Reads the file that `importFrom` names for a project: a path relative to it, a bare name that is looked for from the
 * project up to the repository's root, or `nearest`. Nothing outside the repository is ever read. Throws `InvalidError`.
 */
export function importSource(ctx: Ctx, project: ProjectPlace, importFrom: string): ImportedFile {
  const root = repositoryRootOf(project.projectRoot);
  const path = locate(project, root, importFrom);
  const shown = relative(root, path);
  if (!isInside(root, path)) throw refusal(importFrom, "outside", root);
  if (!PROSE.test(basename(path))) {
    throw new InvalidError(
      `importFrom is "${importFrom}"; only text such as .md, .mdc, .txt, .rst or .adoc is imported.`,
    );
  }
  const file = readInside(root, path, MAX_CONTENT_BYTES);
  if ("problem" in file) throw refusal(importFrom, file.problem, root);
  if (isInside(Deno.realPathSync(ctx.config.storageDirectory), file.path)) {
    throw new InvalidError(
      `importFrom is "${importFrom}", which lies in this service's own storage directory.`,
    );
  }
  const content = textOf(file.bytes);
  if (content === null) throw new InvalidError(`importFrom is "${importFrom}", which is not text in UTF-8.`);
  if (content === "") throw new InvalidError(`importFrom is "${importFrom}", which is empty.`);
  return {
    content,
    source: { path, sha256: sha256(file.bytes) },
    title: shown.slice(0, 300),
    documentType: TYPES[basename(path)] ?? "reference",
  };
}

function locate({ projectPath, projectRoot }: ProjectPlace, root: string, importFrom: string): string {
  if (importFrom === "nearest") {
    const names = NEAREST.find((rank) => findUpwards(projectRoot, root, rank) !== null);
    if (names) return findUpwards(projectRoot, root, names)!;
    throw new InvalidError(
      `importFrom is "nearest", but no directory from ${projectRoot} up to ${root} has ${
        NEAREST.flat().join(", ")
      }.`,
    );
  }
  if (importFrom.includes("\0")) {
    throw new InvalidError("importFrom holds a NUL character, which no path has.");
  }
  if (!/[/\\]/.test(importFrom)) {
    const found = findUpwards(projectRoot, root, [importFrom]);
    if (found) return found;
  }
  const below = isAbsolute(importFrom) && isInside(projectPath, importFrom);
  return resolve(projectRoot, below ? relative(projectPath, importFrom) : importFrom);
}

function findUpwards(from: string, root: string, names: readonly string[]): string | null {
  for (const directory of directoriesUpwards(from, root)) {
    const name = names.find((each) => exists(join(directory, each)));
    if (name !== undefined) return join(directory, name);
  }
  return null;
}

function refusal(importFrom: string, problem: ReadProblem, root: string): InvalidError {
  const what = {
    missing: `and there is no such file in ${root}`,
    outside: `which leads out of the repository ${root}, or into its .git`,
    not_a_file: "which is not a regular file that can be read",
    too_large: `which has more than ${MAX_CONTENT_BYTES} bytes`,
  }[problem];
  return new InvalidError(`importFrom is "${importFrom}", ${what}.`);
}

function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}
