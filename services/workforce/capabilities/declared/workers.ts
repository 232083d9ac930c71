import type { ProviderDefinition } from "../../../sessions/provider_kinds/definition.ts";
import { providersOf } from "../../../sessions/models/providers/find.ts";
import { readinessOf } from "../../../sessions/models/providers/readiness.ts";
import { NO_EFFECTS, type WorkerKindRegistration } from "../../../ground/policy/registration.ts";
import { allSkills } from "../../../knowledge/skills/read_model.ts";
import type { SkillDocument } from "../../../../store/skills/stream.ts";
import { TOOL_REGISTRATIONS, WORKER_KINDS } from "../../worker_kinds/kinds.ts";
import { type DeclaredCapability, type RegistrationSources, since } from "./declared.ts";

/** Returns the kinds of workers, their tools and skills, and the providers that they ask. */
export const workers = (service: RegistrationSources): DeclaredCapability[] => [
  ...tools(service),
  ...WORKER_KINDS.map((kind) => workerKind(service, kind)),
  ...providersOf(service).map((provider) => providerCapability(service, provider)),
  ...allSkills(service).map(skill),
];

const tools = (service: RegistrationSources): DeclaredCapability[] =>
  TOOL_REGISTRATIONS.map(({ name, label, description, policyClass, effects }) => ({
    id: `tool:${name}`,
    kind: "tool",
    label,
    description,
    state: "enabled",
    source: "builtin",
    policyClass,
    effects,
    requires: [`policy:${policyClass}`],
    updatedAt: since(service),
  }));

function workerKind(
  service: RegistrationSources,
  { id, label, description, tools }: WorkerKindRegistration,
): DeclaredCapability {
  const used = TOOL_REGISTRATIONS.filter(({ name }) => tools.includes(name));
  const commands = used.some(({ effects }) => effects.commands);
  return {
    id: `worker:${id}`,
    kind: "worker",
    label,
    description,
    state: "enabled",
    source: "builtin",
    policyClass: "repo-write",
    effects: { ...NO_EFFECTS, files: "write", commands, network: commands ? "declared" : "none" },
    requires: used.map(({ name }) => `tool:${name}`),
    updatedAt: since(service),
  };
}

function providerCapability(service: RegistrationSources, provider: ProviderDefinition): DeclaredCapability {
  const readiness = readinessOf(service, provider);
  return {
    id: `provider:${provider.id}`,
    kind: "provider",
    label: provider.label,
    description: `A provider of the kind ${provider.kind.id}; data sent to it stays ${provider.privacy}.`,
    state: readiness.ready ? "enabled" : "unavailable",
    source: provider.source === "file" ? "user" : "builtin",
    policyClass: provider.privacy === "local" ? "internal" : "external-write",
    effects: {
      ...NO_EFFECTS,
      network: provider.privacy === "local" ? "none" : "declared",
      secrets: provider.secret !== null,
      money: provider.models.some(({ outputCostPerMillion }) => (outputCostPerMillion ?? 0) > 0),
    },
    requires: [],
    ...(!readiness.ready && { reason: `${readiness.reason} ${readiness.fix}` }),
    updatedAt: since(service),
  };
}

/** Returns the state of a skill as a capability. */
const SKILL_STATES = {
  available: "available",
  released: "enabled",
  quarantined: "quarantined",
  rejected: "disabled",
  stale: "unavailable",
} as const;

const skill = ({ id, name, description, version, state, updatedAt }: SkillDocument): DeclaredCapability => ({
  id: `skill:${id}`,
  kind: "skill",
  label: `${name}, version ${version}`,
  description,
  state: SKILL_STATES[state],
  source: "user",
  policyClass: "internal",
  effects: NO_EFFECTS,
  requires: ["tool:read_skill"],
  ...(["quarantined", "rejected", "stale"].includes(state) && { reason: `This version is ${state}.` }),
  updatedAt,
});
