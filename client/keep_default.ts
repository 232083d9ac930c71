import type { Result } from "../routes/endpoint.ts";
import type { Api } from "../routes/mod.ts";
import { defaultIn, type RepositoryDefaults } from "./repository_defaults.ts";

type Run = Pick<
  Result<Api["GET /runs/:id"]>,
  "createdBy" | "automationId" | "repoPath" | "verifier" | "worker" | "evaluation"
>;

/** What a run was given for itself alone and could become the default of its repository. */
type Keepable = { repoPath: string; verifier?: string; worker?: string };

/** The defaults as they were; null for one that nobody had set. */
type KeepingUndone = { repoPath: string; verifier?: string | null; worker?: string | null };

/**
 * Returns what a person named for a run that went well and is not the repository's default: the verifier, if it passed, and the
 * worker, unless it is built in; null if there is nothing.
 */
export function keepableOf(run: Run, defaults: RepositoryDefaults): Keepable | null {
  const { createdBy, automationId, repoPath, evaluation } = run;
  if (createdBy !== "operator" || automationId) return null;
  const isNew = (id: "verifier" | "worker", value: string | undefined): value is string =>
    value !== undefined && defaultIn(defaults, id)?.value !== value;
  const verifier = evaluation?.outcome === "passed" ? run.verifier?.command : undefined;
  const { provider, model } = run.worker ?? {};
  const named = provider === undefined || provider === "builtin"
    ? undefined
    : model
    ? `${provider}/${model}`
    : provider;
  const kept = {
    ...(isNew("verifier", verifier) && { verifier }),
    ...(isNew("worker", named) && { worker: named }),
  };
  return Object.keys(kept).length === 0 ? null : { repoPath, ...kept };
}

/** Returns what undoes keeping it: a default that a person had set before is set again, another one holds again. */
export function undoKeeping({ repoPath, ...kept }: Keepable, before: RepositoryDefaults): KeepingUndone {
  const earlier = (id: "verifier" | "worker") => {
    const held = defaultIn(before, id);
    return held?.origin === "set" ? held.value : null;
  };
  return {
    repoPath,
    ...(kept.verifier !== undefined && { verifier: earlier("verifier") }),
    ...(kept.worker !== undefined && { worker: earlier("worker") }),
  };
}

/** Returns what could be kept, in a few words. */
export const keepableWords = ({ verifier, worker }: Keepable): string =>
  [...(verifier ? [`the verifier "${verifier}"`] : []), ...(worker ? [`the worker ${worker}`] : [])].join(
    " and ",
  );
