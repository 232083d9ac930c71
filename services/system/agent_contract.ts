import { blockedClassRecords, HUMAN_ONLY_ACTIONS } from "../policy/classes.ts";
import type { SandboxState } from "../processes/sandbox/mod.ts";
import { rulesOf } from "../kernel/access.ts";
import type { ApiDescription } from "../kernel/api_description.ts";
import type { HeadlessAgentClientContract } from "./schemas.ts";
import { VERSION } from "../kernel/version.ts";

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
    description: "It needs a human decision; the agent token is refused with 403.",
  },
  {
    id: "operator-only",
    label: "Operator-only",
    description: "It is the operator's; the agent token is refused with 403.",
  },
  {
    id: "blocked",
    label: "Blocked",
    description: "No token can have it done; see blockedCapabilityClasses.",
  },
  { id: "public", label: "Public", description: "It needs no token." },
  {
    id: "webhook",
    label: "Webhook",
    description: "It is protected by a shared secret in a header of its own.",
  },
];

const FLOW = [
  { operation: "GET /agent-client/contract", purpose: "Read what the agent token may do." },
  {
    operation: "GET /providers/health",
    purpose: "See which providers are ready; `reason` and `fix` say what the others need.",
  },
  {
    operation: "POST /model-routing/preview",
    purpose: "See which model the work would get, how private that is, and what it may cost.",
  },
  { operation: "POST /coordinator/runs", purpose: "Ask for work, with a verifier where there is one." },
  { operation: "GET /runs/:id", purpose: "Follow status, nextMove and traces until it waits or ends." },
  { operation: "POST /task-sessions/:id/guidance", purpose: "Steer the work while it is going on." },
  { operation: "GET /approvals/queue", purpose: "See what waits for a human; only a human decides it." },
  { operation: "GET /runs/:id/audit-view", purpose: "Read what was done and what it was bound to." },
];

const CONFINED = "are confined to their worktree, without network except for setup commands";
const UNCONFINED = "are not confined on this machine and run as the user of the service";

/** What the agent token may do, from the contracts themselves, the policy's own lists, and what the start found here. */
export function agentContract(api: ApiDescription, sandbox: SandboxState): HeadlessAgentClientContract {
  return {
    version: VERSION,
    boundarySummary:
      "The agent token may read runs and steer work. It can never approve, change the operator's configuration, " +
      "read secrets, or have a blocked class done. Repository writes wait for a human who has reviewed evidence, hashes and policy class. " +
      `Commands of runs ${
        sandbox.available ? CONFINED : UNCONFINED
      }, and one that an agent brings waits for a human the first time.`,
    operations: api.operations.map(({ key, method, path, access, summary }) => ({
      id: key,
      method,
      path,
      classification: rulesOf(access).classification,
      summary,
    })),
    operationClassifications: CLASSES,
    humanOnlyActionClasses: [...HUMAN_ONLY_ACTIONS],
    blockedCapabilityClasses: blockedClassRecords(),
    recommendedHeadlessFlow: FLOW.map((step, i) => ({ id: `step_${i + 1}`, ...step })),
  };
}
