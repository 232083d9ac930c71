import { UnavailableError } from "../../kernel/errors.ts";
import type { FromVerifier, RestoreFindings, RestoreRequest, ToVerifier } from "./restore_worker.ts";
import type { Progress } from "../../../store/verify_threads.ts";

/** A verification in separate threads. `stop` ends it; `result` then rejects, and nothing of it is left. */
export type VerifierThread = { result: Promise<RestoreFindings>; stop: () => void };

/** Threads end at their next page; one that is inside of SQLite for longer ends after that. */
const MAX_STOP_MILLISECONDS = 1000;

/** Starts to verify a candidate, on a copy in a temporary directory. */
export function startVerifier(
  request: RestoreRequest,
  progress: (progress: Progress) => void,
): VerifierThread {
  const { promise, resolve, reject } = Promise.withResolvers<RestoreFindings>();
  const failed = (why: string) => reject(new UnavailableError(`The verification failed: ${why}.`));
  const worker = new Worker(import.meta.resolve("./restore_worker.ts"), { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<FromVerifier>) => {
    if ("progress" in data) progress(data.progress);
    else if ("findings" in data) resolve(data.findings);
    else failed(data.error);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    failed(event.message);
  };
  const scratch = Deno.makeTempDirSync({ prefix: "agent-harness-verify-" });
  worker.postMessage({ request: { ...request, scratch } } satisfies ToVerifier);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = async () => {
    clearTimeout(timer);
    worker.terminate();
    await Deno.remove(scratch, { recursive: true }).catch(() => {});
  };
  return {
    result: promise.finally(end),
    stop: () => {
      worker.postMessage({ stop: true } satisfies ToVerifier);
      timer ??= setTimeout(() => failed("it was stopped"), MAX_STOP_MILLISECONDS);
    },
  };
}
