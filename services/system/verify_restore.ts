import { isAbsolute } from "node:path";
import type { Ctx } from "../kernel/context.ts";
import { InvalidError, UnavailableError } from "../kernel/errors.ts";
import type { RestoreFindings, RestoreRequest } from "./restore_worker.ts";
import type { RestoreVerificationInput, RestoreVerificationReport } from "./schemas.ts";

/** Checks a candidate directory, or the service's own, without writing to it: on a copy, in a Worker. */
export async function verifyRestore(
  ctx: Ctx,
  input: RestoreVerificationInput,
): Promise<RestoreVerificationReport> {
  const own = ctx.config.storageDirectory;
  const directory = input.directory === undefined ? own : candidate(input.directory);
  const { masterKey } = ctx.config;
  const { expectedHead } = input;
  const { checks, head } = await inWorker({ directory, live: directory === own, masterKey, expectedHead });
  return {
    ok: checks.every((check) => check.ok),
    directory,
    head,
    checks: checks.map((check) => ({ id: check.name, ...check })),
    verifiedAt: ctx.now().toISOString(),
  };
}

function candidate(directory: string): string {
  if (!isAbsolute(directory)) {
    throw new InvalidError(`directory is "${directory}". It must be an absolute path.`);
  }
  try {
    if (Deno.statSync(directory).isDirectory) return Deno.realPathSync(directory);
  } catch (cause) {
    throw new InvalidError(`directory is "${directory}", which does not exist.`, { cause });
  }
  throw new InvalidError(`directory is "${directory}", which is a file.`);
}

function inWorker(request: RestoreRequest): Promise<RestoreFindings> {
  const { promise, resolve, reject } = Promise.withResolvers<RestoreFindings>();
  const worker = new Worker(import.meta.resolve("./restore_worker.ts"), { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<RestoreFindings | { error: string }>) => {
    if ("checks" in data) resolve(data);
    else reject(new UnavailableError(`The verification failed: ${data.error}.`));
  };
  worker.onerror = (event) => {
    event.preventDefault();
    reject(new UnavailableError(`The verification failed: ${event.message}.`));
  };
  worker.postMessage(request);
  return promise.finally(() => worker.terminate());
}
