import { basename, isAbsolute, join, relative, resolve } from "node:path";
import { sha256 } from "../../../store/chain.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { type InsideProblem, isInside, readInside } from "./paths/inside.ts";
import { directoriesUpwards, exists, type ProjectPlace, repositoryRootOf } from "./paths/project_path.ts";
import { MAX_CONTENT_BYTES } from "./schemas.ts";

/** What was read from a repository, with default names for a document. */
type ImportedFile = {
  content: string;
  source: { path: string; sha256: string };
  title: string;
  documentType: string;
};

/** Instruction files by rank; a README is used only if no parent directory has any. */
const NEAREST: readonly (readonly string[])[] = [["AGENTS.md", "CLAUDE.md"], ["README.md"]];

const TYPES: Readonly<Record<string, string>> = {
  "AGENTS.md": "instructions",
  "CLAUDE.md": "instructions",
  "GEMINI.md": "instructions",
  "README.md": "readme",
};

// Contexts can be read more widely than the repository, so settings and keys must not be imported.
const PROSE = /(?:\.(?:md|mdx|mdc|markdown|txt|rst|adoc|asciidoc|org)|^\.(?:cursorrules|windsurfrules))$/i;

/**
 * Reads the file that `importFrom` names for a project: a path relative to it, a bare name that is searched from the project up
 * to the repository's root, or `nearest`. Never reads outside the repository. Throws `InvalidError`.
 */
export function importSource(ctx: Ctx, project: ProjectPlace, importFrom: string): ImportedFile {
  const root = repositoryRootOf(project.projectRoot);
  const path = locate(project, root, importFrom);
  const shown = relative(root, path);
  if (!isInside(root, path)) throw refusal(importFrom, "outside", root);
  if (!PROSE.test(basename(path))) {
    throw new InvalidError(
      `importFrom is "${importFrom}", but only text such as .md, .mdc, .txt, .rst or .adoc can be imported.`,
    );
  }
  const file = readInside(root, path, MAX_CONTENT_BYTES);
  if ("problem" in file) throw refusal(importFrom, file.problem, root);
  if (isInside(Deno.realPathSync(ctx.config.storageDirectory), file.path)) {
    throw new InvalidError(
      `importFrom is "${importFrom}", which is in this service's storage directory.`,
    );
  }
  const content = textOf(file.bytes);
  if (content === null) throw new InvalidError(`importFrom is "${importFrom}", which is not UTF-8 text.`);
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
    throw new InvalidError("importFrom contains a NUL character, which a path cannot have.");
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

function refusal(importFrom: string, problem: InsideProblem, root: string): InvalidError {
  const what = {
    missing: `which does not exist in ${root}`,
    outside: `which is outside the repository ${root}, or in its .git`,
    not_a_file: "which is not a readable regular file",
    too_large: `which is larger than ${MAX_CONTENT_BYTES} bytes`,
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
