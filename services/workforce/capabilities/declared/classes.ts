import { enabledConnectors } from "../../connectors/enabled.ts";
import { allConnectors, type KnownConnector } from "../../connectors/list.ts";
import { BLOCKED_CLASSES, POLICY_CLASS_WORDS, POLICY_CLASSES } from "../../../ground/policy/classes.ts";
import { NO_EFFECTS } from "../../../ground/policy/registration.ts";
import { type DeclaredCapability, type RegistrationSources, since } from "./declared.ts";

/** Returns the blocked classes, the policy classes, and the connectors that a blocked class may be enabled for. */
export const classes = (service: RegistrationSources): DeclaredCapability[] => [
  ...blockedClasses(service),
  ...policyClasses(service),
  ...allConnectors(service).map((one) => connector(service, one)),
];

function blockedClasses(service: RegistrationSources): DeclaredCapability[] {
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
  service: RegistrationSources,
  { id, label, class: name, reason, updatedAt, attempts }: KnownConnector,
): DeclaredCapability => ({
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

const policyClasses = (service: RegistrationSources): DeclaredCapability[] =>
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
