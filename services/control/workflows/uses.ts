import { workflowStream } from "../../../store/workflows/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { ownedBy } from "../../ground/kernel/owned_by.ts";
import { namedWorkers, reachOf } from "./graph/mod.ts";
import type { KindId } from "./kinds/mod.ts";
import { validateSource } from "./language/validate.ts";
import { libraryOf } from "./library.ts";
import { findVersion, readVersionOrNull } from "./read_version.ts";
import { MAX_WORKFLOWS } from "./save.ts";

type Reads = Pick<Core, "store" | "artifacts">;

/** What a workflow names, also within the workflows that it includes. */
type WorkflowUses = { kinds: Set<KindId>; providers: Set<string>; skills: Set<string> };

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
  const source = await readVersionOrNull(service, sha256);
  const { definition } = source === null
    ? { definition: null }
    : await validateSource(source, libraryOf(service, { alsoDeleted: true }));
  for (const each of definition ? reachOf(definition) : []) {
    uses.kinds.add(each.node.kind);
    if (each.node.kind !== "prompt") continue;
    for (const { provider } of namedWorkers(each)) uses.providers.add(provider);
    for (const name of each.node.with.skills ?? []) uses.skills.add(name);
  }
  return uses;
}
