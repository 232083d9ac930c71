import { dirname } from "node:path";
import {
  type DefaultName,
  defaultsStream,
  type StatedDefaults,
} from "../../../../store/repositories/defaults.ts";
import { repositoryStream } from "../../../../store/repositories/stream.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { repositoryId } from "../../../machine/repositories/git/identity.ts";
import { readDefaultsFile } from "./file.ts";

type Stored = Pick<Core, "store">;

/** A default that holds, and who it comes from: a person's hand, the admitted file, or a run whose setup worked. */
type DefaultInForce = { value: string; origin: "set" | "file" | "learnt"; runId?: string };

/** What the `.agent-harness.json` of a directory states, if a human has admitted exactly these bytes; null otherwise. */
export function admittedFile({ store }: Stored, root: string): StatedDefaults | null {
  const admitted = store.documents.get(defaultsStream, repositoryId(root))?.file;
  if (!admitted) return null;
  const found = readDefaultsFile(root);
  return found && "sha256" in found && found.sha256 === admitted.sha256 ? admitted.states : null;
}

/**
 * Returns what the admitted files of a directory and of those that contain it state, the nearest first. For what restricts: that
 * holds until it is revoked, whatever becomes of the file.
 */
export function* statedFor({ store }: Stored, directory: string): Generator<StatedDefaults> {
  for (let at = directory;; at = dirname(at)) {
    const states = store.documents.get(defaultsStream, repositoryId(at))?.file?.states;
    if (states) yield states;
    if (at === dirname(at)) return;
  }
}

/** Returns what a directory and those that contain it restrict about where work is done; each can only add. */
export function placementDefaults({ store }: Stored, directory: string): { needs: string[]; here: boolean } {
  const restricting = store.documents.all(defaultsStream, { places: "restricted" })
    .filter(({ root }) => directory === root || directory.startsWith(root.endsWith("/") ? root : `${root}/`));
  const said = restricting.flatMap(({ set, file }) => [set, file?.states ?? {}]);
  return {
    needs: said.flatMap(({ needs }) => needs?.split(",") ?? []),
    here: said.some(({ place }) => place === "here"),
  };
}

/** The default of a directory; null without one. What a person set comes first, then the file, then what was learnt. */
export function defaultOf(
  service: Stored,
  root: string,
  name: DefaultName,
  stated: StatedDefaults | null = admittedFile(service, root),
): DefaultInForce | null {
  const document = service.store.documents.get(defaultsStream, repositoryId(root));
  const set = document?.set[name];
  if (set !== undefined) return { value: set, origin: "set" };
  if (stated?.[name] !== undefined) return { value: stated[name], origin: "file" };
  const learnt = name === "setup" ? learntSetup(service, root) : document?.learnt[name];
  return learnt ? { ...learnt, origin: "learnt" } : null;
}

/** The setup of the last run that named one which worked. */
function learntSetup({ store }: Stored, root: string): Omit<DefaultInForce, "origin"> | null {
  const { setup, setupRunId } = store.documents.get(repositoryStream, repositoryId(root)) ?? {};
  return setup === undefined ? null : { value: setup, ...(setupRunId && { runId: setupRunId }) };
}
