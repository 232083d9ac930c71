import { ApiError } from "../../client/client.ts";
import {
  defaultIn,
  fileWarning,
  originWords,
  type RepositoryDefault,
  type RepositoryDefaults,
} from "../../client/repository_defaults.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import type { ServiceClient } from "./connection.ts";
import type { RunRequest } from "./types.ts";

/** The defaults of a directory; null where this caller may not see them, or the run itself will be refused. */
export async function readDefaults(
  { call }: ServiceClient,
  repoPath: string,
): Promise<RepositoryDefaults | null> {
  try {
    return await call("GET /repositories/defaults", { query: { repoPath } });
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** The fields of a request that the caller set, including those that were set to none. */
type Said = { verifier: boolean; setup: boolean; worker: boolean };

/** The request with the defaults of its repository for what was not said. Says in one line which they are. */
export function withDefaults(
  { output }: Pick<Shell, "output">,
  body: RunRequest,
  { defaults, said }: { defaults: RepositoryDefaults; said: Said },
): RunRequest {
  const unsaid = (["verifier", "setup", "worker"] as const).filter((name) => !said[name]);
  const found = unsaid.map((name) => defaultIn(defaults, name)).filter((each) => each !== null);
  const words = found.map((each) => `${each.id} ${oneLine(each.value)} (${originWords(each)})`);
  if (words.length > 0) output.talk(paint.dim(`Defaults: ${words.join(", ")}`));
  const warning = fileWarning(defaults);
  if (warning) output.talk(`${paint.yellow("!")} ${oneLine(warning)} See: agent-harness repos defaults`);
  const of = (name: RepositoryDefault["id"]) => found.find(({ id }) => id === name)?.value;
  const [verifier, worker] = [of("verifier"), of("worker")];
  return {
    ...body,
    // The service itself knows the setup.
    ...(verifier !== undefined && { verifier: { command: verifier } }),
    ...(worker !== undefined && { worker: workerNamed(worker) }),
  };
}

/** A worker as a request takes it, from `provider/model`. */
export function workerNamed(text: string): NonNullable<RunRequest["worker"]> {
  const [provider = "", ...model] = text.split("/");
  return { provider, ...(model.length > 0 && { model: model.join("/") }) };
}
