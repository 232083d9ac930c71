import type { WorkflowDocument } from "../../store/workflows/document.ts";
import type { Ctx } from "../kernel/context.ts";
import { type BlastRadius, blastRadiusOf } from "./graph/blast_radius.ts";
import type { Definition } from "./language/definition.ts";
import { loadVersion } from "./read_model.ts";

/** What a request in plain words is done with. */
export type PlainRequest = { request: string } & Pick<Definition, "repoPath"> & {
  worker?: Definition["defaults"]["worker"];
  verifier?: Definition["verifier"];
  setup?: Definition["setup"] | null;
};

/** What a run of one version of a workflow may touch. */
export async function radiusOfVersion(
  ctx: Ctx,
  workflow: WorkflowDocument,
  version: number,
): Promise<BlastRadius> {
  const { definition } = await loadVersion(ctx, workflow, version);
  return blastRadiusOf(definition);
}

/** What a run of a request in plain words may touch: it is a workflow of a single prompt. */
export const radiusOfRequest = ({ request, repoPath, worker, verifier, setup }: PlainRequest): BlastRadius =>
  blastRadiusOf({
    name: "request",
    description: "",
    nodes: [{
      id: "request",
      kind: "prompt",
      dependsOn: [],
      join: "all_success",
      onError: "fail",
      with: { content: request, readOnly: false },
    }],
    defaults: worker ? { worker } : {},
    timeout: "P1D",
    hosts: [],
    secrets: [],
    ...(repoPath !== undefined && { repoPath }),
    ...(verifier && { verifier }),
    ...(setup && { setup }),
  });
