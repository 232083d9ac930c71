import type { WorkflowDocument } from "../../../store/workflows/document.ts";
import { workflowStream } from "../../../store/workflows/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import type { Library } from "./language/include.ts";
import { loadExpressions } from "./language/expression.ts";
import { givesOutside } from "./language/taint.ts";
import { describeFindings, validateSource } from "./language/validate.ts";
import { findVersion, readVersion } from "./read_version.ts";

type Reads = Pick<Core, "store" | "artifacts">;

/** How many names are compared with a misspelled one. */
const MAX_KNOWN = 200;

/**
 * The saved workflows that definitions may include. A run keeps the versions that it started with, even if their
 * workflow is deleted.
 */
export function libraryOf(service: Reads, { alsoDeleted = false } = {}): Library {
  const outside = new Map<string, Promise<boolean>>();
  const library: Library = {
    find: (workflowId, named) => {
      const workflow = service.store.documents.get(workflowStream, workflowId);
      if (!workflow || (workflow.deletedAt !== null && !alsoDeleted)) {
        return { fault: `There is no saved workflow "${workflowId}".`, known: knownIds(service) };
      }
      const version = named ?? workflow.activeVersion ?? workflow.latestVersion;
      if (findVersion(service, workflowId, version)) return { version };
      return { fault: lacks(workflow, version), known: [] };
    },
    read: async (workflowId, version, chain) => {
      const { sha256, size } = findVersion(service, workflowId, version)!;
      const { definition, validation, inclusions } = await validateSource(
        await readVersion(service, sha256),
        library,
        chain,
      );
      const { name } = service.store.documents.get(workflowStream, workflowId)!;
      const includes = inclusions.versions;
      if (definition) return { workflowId, version, sha256, size, name, definition, includes };
      return { fault: `Version ${version} of "${name}" is not valid: ${describeFindings(validation)}` };
    },
    isOutside: (workflowId, version) => {
      const { sha256 } = findVersion(service, workflowId, version)!;
      const known = outside.get(sha256) ?? look(sha256, workflowId);
      outside.set(sha256, known);
      return known;
    },
  };
  return library;

  /** A version names only earlier ones, so no version leads back to itself. */
  async function look(sha256: string, workflowId: string): Promise<boolean> {
    const { definition } = await validateSource(await readVersion(service, sha256), library, [workflowId]);
    return definition === null || givesOutside(definition, await loadExpressions());
  }
}

const lacks = ({ name, latestVersion }: WorkflowDocument, version: number): string =>
  `"${name}" has no version ${version}. The newest is ${latestVersion}.`;

const knownIds = ({ store }: Reads): string[] =>
  store.documents.find(workflowStream, { deletedAt: null }, { limit: MAX_KNOWN }).map(({ id }) => id);
