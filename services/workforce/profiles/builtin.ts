import type { ProfileContent } from "../../../store/profiles/stream.ts";
import { TOOL_REGISTRATIONS } from "../worker_kinds/kinds.ts";
import type { PromptProfile } from "../workers/profile_instructions.ts";
import { hashOf } from "./content.ts";

/** A built-in profile; it never changes. */
type BuiltinProfile = ProfileContent & {
  id: string;
  source: "builtin";
  version: number;
  contentSha256: string;
  createdAt: string;
  updatedAt: string;
};

/** When the built-in profiles last changed. */
const SINCE = "2026-11-22T00:00:00.000Z";

/** Tools that change nothing, neither here nor elsewhere. */
const READING = TOOL_REGISTRATIONS.filter(({ policyClass }) => policyClass === "internal");

/** The same, plus commands. */
const RUNNING = TOOL_REGISTRATIONS.filter((tool) => READING.includes(tool) || tool.policyClass === "command");

type Said = {
  role: string;
  label: string;
  description: string;
  tools: typeof TOOL_REGISTRATIONS;
  promptProfile?: PromptProfile;
};

function builtin({ role, label, description, tools, promptProfile = "default" }: Said): BuiltinProfile {
  const content: ProfileContent = {
    role,
    label,
    description,
    status: "active",
    workflowTemplateId: null,
    provider: null,
    model: null,
    promptProfile,
    instructions: "",
    toolAllowlist: tools.map(({ name }) => name),
    skillIds: [],
    approvalPolicyClass: tools.some(({ policyClass }) => policyClass === "repo-write")
      ? "repo-write"
      : "internal",
    allowedPolicyClasses: [...new Set(tools.map(({ policyClass }) => policyClass))],
    limits: {},
    metadata: {},
  };
  const contentSha256 = hashOf(content);
  return {
    id: role,
    ...content,
    source: "builtin",
    version: 1,
    contentSha256,
    createdAt: SINCE,
    updatedAt: SINCE,
  };
}

/** The built-in profiles, one for each role. Their tools follow from what the tools do. */
export const BUILTIN_PROFILES: readonly BuiltinProfile[] = [
  builtin({
    role: "coordinator",
    label: "Coordinator",
    description: "Talks with people and delegates work. It reads, and changes nothing itself.",
    tools: READING,
  }),
  builtin({
    role: "worker",
    label: "Worker",
    description: "Does the tasks of runs: reads, changes files in its worktree and runs commands in it.",
    tools: TOOL_REGISTRATIONS,
  }),
  builtin({
    role: "verifier",
    label: "Verifier",
    description: "Checks the result of the work and changes nothing itself.",
    tools: RUNNING,
  }),
  builtin({
    role: "reviewer",
    label: "Reviewer",
    description: "Reads the result of the work and reports its findings.",
    tools: READING,
    promptProfile: "review",
  }),
  builtin({
    role: "researcher",
    label: "Researcher",
    description: "Reads and reports; it changes nothing.",
    tools: READING,
  }),
  builtin({
    role: "planner",
    label: "Planner",
    description: "Divides requests into tasks; it reads and changes nothing.",
    tools: READING,
    promptProfile: "concise",
  }),
];
