import type { Definition, WorkflowNode } from "../../../services/workflows/language/definition.ts";

/** The keys of a definition and what each is for; the compiler holds them against the language. */
export const DEFINITION_KEYS: Readonly<Record<keyof Definition, string>> = {
  name: "what it is called",
  description: "what it is for",
  inputs: "a JSON Schema of what a run is given",
  nodes: "what is done",
  outputs: "what a run gives, by name",
  defaults: "profile, worker, retry and timeout of every node",
  timeout: "of the whole run, such as PT2H",
  maxCostUsd: "of the whole run",
  hosts: "the hosts that it may reach",
  secrets: "the secrets that it may use",
  verifier: "the command that judges the result",
  setup: "the command that prepares a worktree",
  repoPath: "where it works unless a run says otherwise",
};

/** The keys of a node and what each is for. */
export const NODE_KEYS: Readonly<Record<Exclude<keyof WorkflowNode, "included">, string>> = {
  id: "lower-case letters, digits and underscores",
  kind: "what it does",
  title: "how people read it",
  dependsOn: "the nodes that it comes after",
  when: "an expression; where it is false the node is skipped",
  join: "what has to become of the nodes before",
  retry: "how often and when it is tried again",
  timeout: "of one attempt, such as PT30M",
  profile: "the profile of its session",
  onError: "what a failure does",
  with: "what its kind needs",
};

/** Values of a node's keys that are one of a few. */
export const NODE_VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  join: {
    all_success: "every one succeeded",
    one_success: "one of them succeeded",
    all_done: "all of them ended",
  } satisfies Record<WorkflowNode["join"], string>,
  onError: {
    fail: "the run fails at its end",
    continue: "the run goes on",
  } satisfies Record<WorkflowNode["onError"], string>,
};
