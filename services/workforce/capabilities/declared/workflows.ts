import type { PolicyClass } from "../../../ground/policy/classes.ts";
import { NO_EFFECTS } from "../../../ground/policy/registration.ts";
import { KIND_IDS, type KindId, KINDS } from "../../../control/workflows/kinds/mod.ts";
import { TEMPLATES } from "../../../control/workflows/templates.ts";
import { type DeclaredCapability, type RegistrationSources, since } from "./declared.ts";

/** Returns the kinds of nodes of workflows, and the built-in templates. */
export const workflows = (service: RegistrationSources): DeclaredCapability[] => [
  ...KIND_IDS.map((id): DeclaredCapability => {
    const { label, description, policyClass: own, effects } = KINDS[id];
    const policyClass = NODE_CLASSES[own];
    return {
      id: `node:${id}`,
      kind: "node_kind",
      label,
      description,
      state: "enabled",
      source: "builtin",
      policyClass,
      effects: { ...NO_EFFECTS, ...effects },
      requires: [`policy:${policyClass}`],
      updatedAt: since(service),
    };
  }),
  ...templates(service),
];

/** What is asked for the work of a node; reading an address that the definition names asks nobody. */
export const NODE_CLASSES: Readonly<Record<(typeof KINDS)[KindId]["policyClass"], PolicyClass>> = {
  worker: "repo-write",
  command: "command",
  internal: "internal",
  network: "internal",
  none: "internal",
};

const templates = (service: RegistrationSources): DeclaredCapability[] =>
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
