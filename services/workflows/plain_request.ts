import type { Definition } from "./language/definition.ts";

/** What a request in plain words is done with. */
export type PlainRequest = { request: string } & Pick<Definition, "repoPath"> & {
  worker?: Definition["defaults"]["worker"];
  verifier?: Definition["verifier"];
  setup?: Definition["setup"] | null;
};

/** Returns a request in plain words as the workflow that it is like: one of a single prompt. */
export const definitionOfRequest = (
  { request, repoPath, worker, verifier, setup }: PlainRequest,
): Definition => ({
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
