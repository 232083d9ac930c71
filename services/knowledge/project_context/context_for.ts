import { basename } from "node:path";
import { type ProjectContextRecord, projectContextStream } from "../../../store/project_context/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { cutToBytes, readContent } from "./content.ts";
import { directoriesUpwards, repositoryRootOf, resolveProject } from "./paths/project_path.ts";

/** The largest context of a run, in bytes. */
export const CONTEXT_BUDGET_BYTES = 32 * 1024;

/** A shorter part of a document is not worth its heading. */
const MIN_BYTES = 1024;
const PAGE = 100;

/** A document, or the beginning of it, for a run. */
type ContextPart = {
  documentId: string;
  title: string;
  documentType: string;
  projectPath: string;
  version: number;
  contentSha256: string;
  content: string;
  bytes: number;
  truncated: boolean;
};

/** A document that is left out, and why: `nearer` and `newer` mean that another one of its kind is used instead. */
type LeftOut = {
  documentId: string;
  title: string;
  projectPath: string;
  reason: "draft" | "nearer" | "newer" | "budget";
  insteadId?: string;
  bytes: number;
};

type ProjectContextForRun = {
  projectRoot: string;
  budgetBytes: number;
  usedBytes: number;
  parts: ContextPart[];
  leftOut: LeftOut[];
};

/**
 * Returns the active documents of a directory and its parents up to the repository's root, nearest first. Of equal documents
 * (imported from files of one name, or of one type and title) the nearest counts. What exceeds the budget is named, never
 * dropped silently.
 */
export async function projectContextFor(ctx: Ctx, projectPath: string): Promise<ProjectContextForRun> {
  const { projectRoot } = resolveProject(ctx, projectPath);
  const result: ProjectContextForRun = {
    projectRoot,
    budgetBytes: CONTEXT_BUDGET_BYTES,
    usedBytes: 0,
    parts: [],
    leftOut: [],
  };
  const taken = new Map<string, ProjectContextRecord>();
  for (const document of candidates(ctx, projectRoot)) {
    const leave = (reason: LeftOut["reason"], bytes: number, instead?: ProjectContextRecord): void => {
      const { id: documentId, title, projectPath } = document;
      const insteadId = instead && { insteadId: instead.id };
      result.leftOut.push({ documentId, title, projectPath, reason, ...insteadId, bytes });
    };
    const other = taken.get(identityOf(document));
    if (document.status !== "active") leave("draft", document.size);
    else if (other) {
      leave(other.projectRoot === document.projectRoot ? "newer" : "nearer", document.size, other);
    } else {
      taken.set(identityOf(document), document);
      const part = await fit(ctx, document, CONTEXT_BUDGET_BYTES - result.usedBytes);
      if (part) result.parts.push(part);
      result.usedBytes += part?.bytes ?? 0;
      if (!part || part.truncated) leave("budget", document.size - (part?.bytes ?? 0));
    }
  }
  return result;
}

function* candidates({ store }: Ctx, projectRoot: string): Generator<ProjectContextRecord> {
  for (const directory of directoriesUpwards(projectRoot, repositoryRootOf(projectRoot))) {
    const where = { projectRoot: directory, archivedAt: null };
    let after: string | undefined;
    for (;;) {
      const order = { limit: PAGE, newestFirst: true, ...(after !== undefined && { after }) };
      const page = store.documents.find(projectContextStream, where, order);
      yield* page;
      if (page.length < PAGE) break;
      after = page.at(-1)!.id;
    }
  }
}

const identityOf = ({ source, documentType, title }: ProjectContextRecord): string =>
  source ? `file ${basename(source.path)}` : `written ${documentType} ${title}`;

async function fit(ctx: Ctx, document: ProjectContextRecord, left: number): Promise<ContextPart | null> {
  if (left < Math.min(MIN_BYTES, document.size)) return null;
  const whole = await readContent(ctx, document.contentSha256);
  const content = cutToBytes(whole, left);
  if (content === "") return null;
  const { id: documentId, title, documentType, projectPath, version, contentSha256 } = document;
  return {
    documentId,
    title,
    documentType,
    projectPath,
    version,
    contentSha256,
    content,
    bytes: new TextEncoder().encode(content).length,
    truncated: content.length < whole.length,
  };
}
