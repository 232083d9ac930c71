import type { WorkflowDefinition } from "./language/definition.ts";

/** The settings for a request in plain words. */
type PlainRequest = { request: string } & Pick<WorkflowDefinition, "repoPath"> & {
  worker?: WorkflowDefinition["defaults"]["worker"];
  verifier?: WorkflowDefinition["verifier"];
  setup?: WorkflowDefinition["setup"] | null;
};

/** Returns the workflow for a request in plain words: one with a single prompt. */
export const definitionOfRequest = (
  { request, repoPath, worker, verifier, setup }: PlainRequest,
): WorkflowDefinition => ({
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
