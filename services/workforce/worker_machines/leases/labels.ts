import type { WorkerMachineDocument } from "../../../../store/worker_machines/machine.ts";
import { placementSettingsStream } from "../../../../store/worker_machines/settings.ts";
import type { Core } from "../../../ground/kernel/context.ts";

/** The words of the two labels that a machine reports itself: one of each. */
const FACTS: readonly (readonly string[])[] = [
  ["linux", "darwin", "windows", "freebsd"],
  ["x86_64", "aarch64"],
];

const isFact = (label: string): boolean => FACTS.some((words) => words.includes(label));

type Labelled = Pick<WorkerMachineDocument, "labels" | "facts" | "claims">;

/**
 * Returns the labels of a machine: those that a person allowed, as far as it was started with them, and its own operating system
 * and architecture, unless a person named others. It cannot give itself any other label.
 */
export function labelsOf({ labels: allowed, facts, claims }: Labelled): string[] {
  const said = facts ? [facts.os, facts.arch] : [];
  const own = FACTS.flatMap((words) => {
    const named = words.filter((word) => allowed.includes(word));
    return (named.length > 0 ? named : words).filter((word) => said.includes(word)).slice(0, 1);
  });
  const given = allowed.filter((label) => !isFact(label) && (claims?.includes(label) ?? true));
  return [...own, ...given];
}

/** Returns the labels that a machine was started with and that nobody allowed it: they have no effect. */
export const refusedLabelsOf = ({ labels, claims = [] }: Labelled): string[] =>
  claims.filter((label) => !labels.includes(label));

/** Returns the labels of this machine: its operating system and architecture, and those that a person gave it. */
export function labelsHere({ store }: Pick<Core, "store">): string[] {
  const given = store.documents.get(placementSettingsStream, "settings")?.labels ?? [];
  const { os, arch } = Deno.build;
  return [...new Set([os, arch, ...given.filter((label) => !isFact(label))])];
}
