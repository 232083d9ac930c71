import type { PolicyEffects } from "./registration.ts";
import type { PolicyClass } from "../../../store/shared/policy_classes.ts";

export { POLICY_CLASSES, type PolicyClass } from "../../../store/shared/policy_classes.ts";

/** What each policy class is for. */
export const POLICY_CLASS_WORDS: Readonly<Record<PolicyClass, { label: string; description: string }>> = {
  start: { label: "Start", description: "Starting work in a repository." },
  internal: { label: "Internal", description: "Reading files, and actions within the service." },
  "repo-write": { label: "Repository write", description: "Changing files in a repository." },
  "external-write": { label: "External write", description: "Writing to anything outside this service." },
  command: { label: "Command", description: "Running programs in a task's directory." },
  "secret-use": { label: "Secret use", description: "Using a stored secret or credential." },
  blocked: {
    label: "Blocked",
    description: "Actions that no one can request until a connector enables them.",
  },
};

/** A class of capability that cannot be used until a connector deliberately enables it. */
export type BlockedClass = {
  readonly id: "purchases" | "trades" | "tax" | "network-automation" | "device-control" | "self-extension";
  readonly label: string;
  readonly description: string;
  /** What using it would affect. */
  readonly effects: Partial<PolicyEffects>;
};

/** The closed list of blocked capability classes. */
export const BLOCKED_CLASSES: readonly BlockedClass[] = [
  {
    id: "purchases",
    label: "Purchases",
    description: "Buying, ordering, booking, paying for or subscribing to anything.",
    effects: { network: "any", secrets: true, money: true },
  },
  {
    id: "trades",
    label: "Trades",
    description: "Buying, selling or moving securities, currencies or crypto-assets.",
    effects: { network: "any", secrets: true, money: true },
  },
  {
    id: "tax",
    label: "Tax advice or actions",
    description: "Advice on anyone's taxes, and preparing, filing or paying them.",
    effects: { network: "any", money: true },
  },
  {
    id: "network-automation",
    label: "Network automation",
    description: "Configuring, scanning or logging in to network equipment and other machines.",
    effects: { network: "any", secrets: true, device: true },
  },
  {
    id: "device-control",
    label: "Device control",
    description: "Operating hardware: homes, phones, boards, disks, and the power state of machines.",
    effects: { network: "any", device: true },
  },
  {
    id: "self-extension",
    label: "Broad self-extension",
    description:
      "Giving itself new programs, tools, rights, schedules or copies, or loosening its own rules.",
    effects: { files: "write", commands: true },
  },
];

/** The blocked classes as the contract and the status show them. */
export const blockedClassRecords = (): Pick<BlockedClass, "id" | "label" | "description">[] =>
  BLOCKED_CLASSES.map(({ id, label, description }) => ({ id, label, description }));

/** A kind of action that only a human may decide or take. */
type HumanOnlyAction = { readonly id: string; readonly label: string };

/** What the agent token can never do or decide, whatever a request says. */
export const HUMAN_ONLY_ACTIONS: readonly HumanOnlyAction[] = [
  { id: "approval-decision", label: "Deciding an approval checkpoint" },
  { id: "repo-write", label: "Applying a change to a repository" },
  { id: "external-write", label: "Writing to anything outside this service" },
  { id: "command", label: "First use of a command that came with the agent token" },
  { id: "repository-first-use", label: "First use of a repository" },
  { id: "secret-use", label: "Setting, reading about, using or deleting secrets and credentials" },
  { id: "profile-change", label: "Changing agent profiles, capabilities, skills and workflows" },
  { id: "configuration", label: "Changing routing policies, automations and other configuration" },
  { id: "blocked-class", label: "Enabling a blocked capability class" },
  { id: "destructive", label: "Deleting runs and other records" },
];

/**
 * Returns the blocked class that a declared capability class names (in any case, with spaces or underscores), or null if it
 * names none.
 */
export function blockedClassOf(declared: string): BlockedClass | null {
  const name = declared.trim().toLowerCase().replaceAll(/[\s_]+/g, "-");
  return BLOCKED_CLASSES.find(({ id, label }) =>
    id === name || label.toLowerCase().replaceAll(" ", "-") === name
  ) ??
    null;
}

/** Returns a blocked class by its id. */
export function blockedClass(id: BlockedClass["id"]): BlockedClass {
  const found = BLOCKED_CLASSES.find((entry) => entry.id === id);
  if (found === undefined) throw new RangeError(`No blocked class has the id "${id}".`);
  return found;
}
