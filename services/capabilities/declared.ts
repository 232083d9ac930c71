import type { Core } from "../kernel/context.ts";
import { enabledConnectors } from "../connectors/enabled.ts";
import { allConnectors, type KnownConnector } from "../connectors/list.ts";
import { providersOf } from "../models/providers/find.ts";
import type { ProviderDefinition } from "../models/providers/definition.ts";
import { readinessOf } from "../models/providers/readiness.ts";
import { BLOCKED_CLASSES, POLICY_CLASS_WORDS, POLICY_CLASSES } from "../policy/classes.ts";
import { NO_EFFECTS, type WorkerKindRegistration } from "../policy/registration.ts";
import { allSkills } from "../skills/read_model.ts";
import type { SkillDocument } from "../../store/skills/stream.ts";
import { TOOL_REGISTRATIONS, WORKER_KINDS } from "../workers/kinds.ts";
import type { WorkersLive } from "../workers/live.ts";
import { TEMPLATES } from "../workflows/templates.ts";
import type { Capability } from "./schemas.ts";

type Service = Core & WorkersLive;

/** A capability as its registration states it. Its users are added to the whole list. */
export type Declared = Omit<Capability, "usedBy">;

/** Returns every capability, from the registrations next to the code that they describe. No list is kept here. */
export const declaredCapabilities = (service: Service): Declared[] => [
  ...blockedClasses(service),
  ...policyClasses(service),
  ...tools(service),
  ...WORKER_KINDS.map((kind) => workerKind(service, kind)),
  ...providersOf(service).map((provider) => providerCapability(service, provider)),
  ...allConnectors(service).map((one) => connector(service, one)),
  ...allSkills(service).map(skill),
  ...templates(service),
];

/** Built-in capabilities are as old as this start of the program. */
const since = ({ startedAt }: Service): string => startedAt.toISOString();

function blockedClasses(service: Service): Declared[] {
  const enabled = enabledConnectors(service);
  return BLOCKED_CLASSES.map(({ id, label, description, effects }) => {
    const enabledBy = enabled.filter((each) => each.class === id).map((each) => `connector:${each.id}`);
    return {
      id: `class:${id}`,
      kind: "blocked_class",
      label,
      description,
      state: enabledBy.length > 0 ? "enabled" : "blocked",
      source: "builtin",
      policyClass: "blocked",
      effects: { ...NO_EFFECTS, ...effects },
      requires: [],
      ...(enabledBy.length > 0 ? { enabledBy } : { reason: "No connector has been enabled for it." }),
      updatedAt: since(service),
    };
  });
}

const connector = (
  service: Service,
  { id, label, class: name, reason, updatedAt, attempts }: KnownConnector,
): Declared => ({
  id: `connector:${id}`,
  kind: "connector",
  label,
  description: `Performs actions of the class ${
    name ?? "that its declaration would name"
  }, if a human has enabled it.`,
  state: reason === null ? "enabled" : "blocked",
  source: "user",
  policyClass: "external-write",
  effects: { ...NO_EFFECTS, ...BLOCKED_CLASSES.find((each) => each.id === name)?.effects },
  requires: ["tool:use_connector", ...(name === null ? [] : [`class:${name}`])],
  ...(reason !== null && { reason }),
  attempts: attempts.map(({ connectorId: _, ...attempt }) => attempt),
  updatedAt: updatedAt ?? attempts[0]?.at ?? since(service),
});

const policyClasses = (service: Service): Declared[] =>
  POLICY_CLASSES.map((name) => ({
    id: `policy:${name}`,
    kind: "policy_class",
    ...POLICY_CLASS_WORDS[name],
    state: name === "blocked" ? "blocked" : "enabled",
    source: "builtin",
    policyClass: name,
    effects: NO_EFFECTS,
    requires: [],
    updatedAt: since(service),
  }));

const tools = (service: Service): Declared[] =>
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

function workerKind(service: Service, { id, label, description, tools }: WorkerKindRegistration): Declared {
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

function providerCapability(service: Service, provider: ProviderDefinition): Declared {
  const readiness = readinessOf(service, provider);
  return {
    id: `provider:${provider.id}`,
    kind: "provider",
    label: provider.label,
    description: `A provider of the kind ${provider.kind}; data sent to it stays ${provider.privacy}.`,
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
  rejected: "unavailable",
  stale: "unavailable",
} as const;

const skill = ({ id, name, description, version, state, updatedAt }: SkillDocument): Declared => ({
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

const templates = (service: Service): Declared[] =>
  TEMPLATES.map(({ id, name, description }) => ({
    id: `template:${id}`,
    kind: "template",
    label: name,
    description,
    state: "enabled",
    source: "builtin",
    policyClass: "start",
    effects: NO_EFFECTS,
    requires: [],
    updatedAt: since(service),
  }));
