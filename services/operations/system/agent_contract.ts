import { blockedClassRecords, HUMAN_ONLY_ACTIONS } from "../../ground/policy/classes.ts";
import type { SandboxState } from "../../machine/processes/sandbox/mod.ts";
import { type Access, rulesOf } from "../../ground/kernel/access.ts";
import type { ApiDescription } from "../../ground/kernel/api_description.ts";
import type { HeadlessAgentClientContract } from "./schemas.ts";
import { VERSION } from "../../ground/kernel/version.ts";

const CLASSES = [
  { id: "agent-readable", label: "Agent-readable", description: "The agent token may read it." },
  {
    id: "agent-steering",
    label: "Agent-steering",
    description: "The agent token may route work or add guidance with it.",
  },
  {
    id: "human-only",
    label: "Human-only",
    description: "It needs a human decision. The agent token is refused with 403.",
  },
  {
    id: "operator-only",
    label: "Operator-only",
    description: "Only the operator may use it. The agent token is refused with 403.",
  },
  {
    id: "blocked",
    label: "Blocked",
    description: "No token allows it. See blockedCapabilityClasses.",
  },
  { id: "public", label: "Public", description: "It needs no token." },
  {
    id: "webhook",
    label: "Webhook",
    description: "It is protected by a shared secret in a separate header.",
  },
];

const FLOW = [
  { operation: "GET /agent-client/contract", purpose: "Read what the agent token may do." },
  {
    operation: "GET /providers/health",
    purpose: "See which providers are ready. `reason` and `fix` say what the others need.",
  },
  {
    operation: "POST /model-routing/preview",
    purpose: "See which model the work would get, how private that is, and what it may cost.",
  },
  { operation: "POST /coordinator/runs", purpose: "Request work, with a verifier if there is one." },
  { operation: "GET /runs/:id", purpose: "Follow status, nextMove and traces until it waits or ends." },
  { operation: "POST /task-sessions/:id/guidance", purpose: "Guide the work while it is in progress." },
  {
    operation: "GET /approvals/queue",
    purpose: "See what is waiting for a human. Only a human can decide it.",
  },
  { operation: "GET /runs/:id/audit-view", purpose: "Read what was done, with the evidence." },
];

const CONFINED = "are confined to their worktree, without network except for setup commands";
const UNCONFINED = "are not confined on this machine and run as the user of the service";

/** The dashboard's page and files need a token only where the operator has one. */
const classify = (access: Access, localPublic: boolean) =>
  access === "shell" && localPublic ? "public" : rulesOf(access).classification;

/**
 * Returns what the agent token may do, from the contracts themselves, the policy's own lists, and what the start
 * detected. `localPublic` is true without an operator's token.
 */
export function agentContract(
  api: ApiDescription,
  { sandbox, localPublic }: { sandbox: SandboxState; localPublic: boolean },
): HeadlessAgentClientContract {
  return {
    version: VERSION,
    boundarySummary:
      "The agent token may read runs and steer work. It can never approve, change the operator's configuration, " +
      "read secrets, or use a blocked class. Repository writes wait for a human who has reviewed evidence, hashes and policy class. " +
      `Commands of runs ${
        sandbox.available ? CONFINED : UNCONFINED
      }, and a command from an agent waits for a human the first time.`,
    operations: api.operations.map(({ key, method, path, access, summary }) => ({
      id: key,
      method,
      path,
      classification: classify(access, localPublic),
      summary,
    })),
    operationClassifications: CLASSES,
    humanOnlyActionClasses: [...HUMAN_ONLY_ACTIONS],
    blockedCapabilityClasses: blockedClassRecords(),
    recommendedHeadlessFlow: FLOW.map((step, i) => ({ id: `step_${i + 1}`, ...step })),
  };
}
