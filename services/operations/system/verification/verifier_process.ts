import { join } from "node:path";
import { copyDatabase, whyNotCopied } from "../../../../store/copy.ts";
import { readHeadFile } from "../../../../store/head_file.ts";
import { DATABASE_FILE } from "../../../../store/open.ts";
import type { CandidateCheck } from "../../../../store/verify_copy.ts";
import type { Progress } from "../../../../store/verify_threads.ts";
import { verifyAll } from "./verify_all.ts";
import { type LogExtent, logExtentOf } from "./verify_head.ts";
import { messageOf } from "../../../../store/shared/message_of.ts";

/** What is verified: `directory`; `live` if this service is using it. */
export type RestoreRequest = {
  directory: string;
  live: boolean;
  masterKey: string | null;
  expectedHead?: LogExtent | undefined;
};

/** The result, and how far the candidate's log goes. */
export type RestoreFindings = { checks: CandidateCheck[]; head: LogExtent | null };

/** The line that the process reads: a request with an empty directory for what it writes. */
export type ToVerifier = RestoreRequest & { scratch: string };

/** The lines that it writes. */
export type FromVerifier = { progress: Progress } | { findings: RestoreFindings } | { error: string };

/** How often it says how far it is. */
const PROGRESS_MILLISECONDS = 100;

/** Verifies a candidate on a copy. */
async function verify(
  { directory, live, masterKey, expectedHead, scratch }: ToVerifier,
  progress: (progress: Progress) => void,
): Promise<RestoreFindings> {
  const copy = join(scratch, DATABASE_FILE);
  const recorded = readHeadFile(directory);
  try {
    await copyDatabase(join(directory, DATABASE_FILE), copy, live);
  } catch (cause) {
    const detail = whyNotCopied(DATABASE_FILE, cause);
    return { checks: [{ name: "files", ok: false, detail }], head: null };
  }
  const checks = [
    { name: "files", ok: true, detail: `${DATABASE_FILE} exists.` },
    ...await verifyAll(copy, directory, { recorded, masterKey, expectedHead }, { progress }),
  ];
  return { checks, head: logExtentOf(copy) };
}

function say(message: FromVerifier): void {
  const bytes = new TextEncoder().encode(`${JSON.stringify(message)}\n`);
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}

/** Says how far it is, now and then, and that everything was read. */
function progressSayer(): (progress: Progress) => void {
  let next = 0;
  return (progress) => {
    if (performance.now() < next && progress.done < progress.total) return;
    next = performance.now() + PROGRESS_MILLISECONDS;
    say({ progress });
  };
}

/** The service keeps stdin open. Once it ends, the service is gone, and nobody else would remove the copy. */
async function endWithService(input: ReadableStreamDefaultReader<string>, scratch: string): Promise<never> {
  while (!(await input.read()).done);
  for (let left = 3; left > 0; left--) {
    // A thread that has just begun a task may write another file.
    await Deno.remove(scratch, { recursive: true }).then(() => left = 0, () => {});
  }
  Deno.exit(1);
}

async function main(): Promise<void> {
  // What a terminal or systemd sends reaches the service too, which ends this process when it stops.
  Deno.addSignalListener("SIGINT", () => {});
  if (Deno.build.os !== "windows") Deno.addSignalListener("SIGTERM", () => {});
  const input = Deno.stdin.readable.pipeThrough(new TextDecoderStream("utf-8", { ignoreBOM: true }))
    .getReader();
  let line = "";
  while (!line.endsWith("\n")) {
    const { value, done } = await input.read();
    if (done) return;
    line += value;
  }
  const request: ToVerifier = JSON.parse(line);
  void endWithService(input, request.scratch);
  try {
    say({ findings: await verify(request, progressSayer()) });
  } catch (cause) {
    say({ error: messageOf(cause) });
  }
}

await main();
Deno.exit(0);
