import type {
  WorkflowDefinition,
  WorkflowNode,
} from "../../../services/control/workflows/language/definition.ts";

/** The keys of a definition with their descriptions; the compiler checks them against the language. */
export const DEFINITION_KEYS: Readonly<Record<keyof WorkflowDefinition, string>> = {
  name: "the name",
  description: "the purpose",
  inputs: "a JSON Schema of a run's inputs",
  nodes: "the steps",
  outputs: "the outputs of a run, by name",
  defaults: "profile, worker, retry and timeout for every node",
  timeout: "for the whole run, such as PT2H",
  maxCostUsd: "for the whole run",
  hosts: "the hosts that it may reach",
  secrets: "the secrets that it may use",
  verifier: "the command that verifies the result",
  setup: "the command that prepares a worktree",
  repoPath: "the default repository",
};

/** The keys of a node with their descriptions. */
export const NODE_KEYS: Readonly<Record<Exclude<keyof WorkflowNode, "included" | "outside">, string>> = {
  id: "lower-case letters, digits and underscores",
  kind: "what it does",
  title: "the name that people read",
  dependsOn: "the nodes that must end first",
  when: "an expression; if it is false, the node is skipped",
  join: "what must happen to the nodes before it",
  retry: "how often and when to retry",
  timeout: "for one attempt, such as PT30M",
  profile: "the profile of its session",
  needs: "the labels that a machine needs to verify the run; for prompt and command",
  onError: "what to do on failure",
  with: "the fields of its kind",
};

/** The allowed values of a node's keys. */
export const NODE_VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  join: {
    all_success: "every one succeeded",
    one_success: "one of them succeeded",
    all_done: "all of them ended",
  } satisfies Record<WorkflowNode["join"], string>,
  onError: {
    fail: "the run fails",
    continue: "the run continues",
  } satisfies Record<WorkflowNode["onError"], string>,
};
