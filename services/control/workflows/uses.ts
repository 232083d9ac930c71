import { workflowStream } from "../../../store/workflows/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { ownedBy } from "../../ground/kernel/owned_by.ts";
import type { KindId } from "./kinds/mod.ts";
import { heldNodes, type WorkflowDefinition, type WorkflowNode } from "./language/definition.ts";
import { validateSource } from "./language/validate.ts";
import { libraryOf } from "./library.ts";
import { findVersion, readVersion } from "./read_version.ts";
import { MAX_WORKFLOWS } from "./save.ts";

type Reads = Pick<Core, "store" | "artifacts">;

/** What a workflow names, also within the workflows that it includes. */
export type WorkflowUses = { kinds: Set<KindId>; providers: Set<string>; skills: Set<string> };

/** By the hash of the text: a saved version never changes, and neither do the versions that it includes. */
const knownOf = ownedBy<Core["store"], Map<string, WorkflowUses>>(() => new Map());

/** Returns what each saved workflow uses, by its id: its active version, or else its newest one. */
export async function usesOfWorkflows(service: Reads): Promise<Map<string, WorkflowUses>> {
  const saved = service.store.documents.find(workflowStream, { deletedAt: null }, { limit: MAX_WORKFLOWS });
  const known = knownOf(service.store);
  const uses = new Map<string, WorkflowUses>();
  for (const { id, activeVersion, latestVersion } of saved) {
    const { sha256 } = findVersion(service, id, activeVersion ?? latestVersion)!;
    const found = known.get(sha256) ?? await read(service, sha256);
    if (known.size >= MAX_WORKFLOWS) known.delete(known.keys().next().value!);
    known.set(sha256, found);
    uses.set(id, found);
  }
  return uses;
}

async function read(service: Reads, sha256: string): Promise<WorkflowUses> {
  const uses: WorkflowUses = { kinds: new Set(), providers: new Set(), skills: new Set() };
  const source = await readVersion(service, sha256);
  const { definition } = await validateSource(source, libraryOf(service, { alsoDeleted: true }));
  if (definition) collect(definition, definition.nodes, uses);
  return uses;
}

function collect(definition: WorkflowDefinition, nodes: readonly WorkflowNode[], uses: WorkflowUses): void {
  for (const node of nodes) {
    uses.kinds.add(node.kind);
    if (node.kind === "prompt") {
      const worker = node.with.worker ?? definition.defaults.worker;
      if (worker) uses.providers.add(worker.provider);
      for (const name of node.with.skills ?? []) uses.skills.add(name);
    }
    const within = node.kind === "workflow" && node.included ? node.included : definition;
    collect(within, heldNodes(node), uses);
  }
}
