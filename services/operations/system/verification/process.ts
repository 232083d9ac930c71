import { UnavailableError } from "../../../ground/kernel/errors.ts";
import { argumentsFor, environmentFor } from "../../../ground/kernel/separate_process.ts";
import type { FromVerifier, RestoreFindings, RestoreRequest, ToVerifier } from "./verifier_process.ts";
import type { Progress } from "../../../../store/verify_threads.ts";

/** The first argument of a compiled service that is to verify a restore. */
export const VERIFIER_ARGUMENT = "restore-verifier";

/** Two threads and the one that waits for them would keep three times what the service may: garbage is collected earlier. */
const HEAP_FLAGS = "--v8-flags=--max-semi-space-size=2,--initial-old-space-size=16,--heap-growing-percent=40";

/** It reads candidates, writes a copy and asks git. On Linux, Deno gives `/proc` to nobody but `--allow-all`. */
const PERMISSIONS = Deno.build.os === "linux"
  ? ["--allow-all"]
  : ["--allow-read", "--allow-write", "--allow-run", "--allow-env", "--allow-sys"];

/** A verification in a separate process. `stop` ends it; `result` then rejects, and nothing of it is left. */
export type Verifier = { pid: number; result: Promise<RestoreFindings>; stop: () => void };

/** Starts to verify a candidate, on a copy in a temporary directory. */
export function startVerifier(request: RestoreRequest, progress: (progress: Progress) => void): Verifier {
  const scratch = Deno.makeTempDirSync({ prefix: "agent-harness-verify-" });
  const child = spawn(scratch);
  const result = resultOf(child, { ...request, scratch }, progress)
    .finally(() => Deno.remove(scratch, { recursive: true }).catch(() => {}));
  return { pid: child.pid, result, stop: () => kill(child) };
}

function spawn(scratch: string): Deno.ChildProcess {
  const entry = import.meta.resolve("./verifier_process.ts");
  const flags = [HEAP_FLAGS, ...PERMISSIONS];
  const command = new Deno.Command(Deno.execPath(), {
    args: argumentsFor(entry, { flags, becoming: [VERIFIER_ARGUMENT] }),
    clearEnv: true,
    env: environmentFor(entry, ["PATH", "TMPDIR"]),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  });
  try {
    return command.spawn();
  } catch (cause) {
    Deno.removeSync(scratch, { recursive: true });
    throw new UnavailableError("The process of the verification could not be started.", { cause });
  }
}

function kill(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch {
    // It has ended on its own.
  }
}

async function resultOf(
  child: Deno.ChildProcess,
  request: ToVerifier,
  progress: (progress: Progress) => void,
): Promise<RestoreFindings> {
  const complaint = new Response(child.stderr).text();
  const input = child.stdin.getWriter();
  // Stdin stays open: its end says that this service is gone.
  input.write(new TextEncoder().encode(`${JSON.stringify(request)}\n`)).catch(() => {});
  let found: RestoreFindings | null = null;
  let failure: string | null = null;
  for await (const message of messagesOf(child.stdout)) {
    if ("progress" in message) progress(message.progress);
    else if ("findings" in message) found = message.findings;
    else failure = message.error;
  }
  const { signal, code } = await child.status;
  await input.close().catch(() => {});
  if (found !== null) return found;
  failure ??= `its process was ended by ${signal ?? `the exit code ${code}`}`;
  throw new UnavailableError(`The verification failed: ${failure}.`, { cause: new Error(await complaint) });
}

async function* messagesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<FromVerifier> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream("utf-8", { ignoreBOM: true }))) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    for (const line of lines) yield JSON.parse(line);
  }
}
