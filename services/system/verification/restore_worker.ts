import { join } from "node:path";
import { copyDatabase } from "../../../store/copy.ts";
import { readHeadFile } from "../../../store/head_file.ts";
import { DATABASE_FILE } from "../../../store/mod.ts";
import type { Check } from "../../../store/verify_copy.ts";
import type { Progress, Watch } from "../../../store/verify_threads.ts";
import { verifyAll } from "./verify_all.ts";
import { type Head, headOf } from "./verify_head.ts";

/** What is verified: `directory`; `live` if this service is using it. */
export type RestoreRequest = {
  directory: string;
  live: boolean;
  masterKey: string | null;
  expectedHead?: Head | undefined;
};

/** The result, and how far the candidate's log goes. */
export type RestoreFindings = { checks: Check[]; head: Head | null };

/** The worker's input: a request with an empty directory for what it writes, and later perhaps that it has to stop. */
export type ToVerifier = { request: RestoreRequest & { scratch: string } } | { stop: true };

/** The worker's answers. */
export type FromVerifier = { progress: Progress } | { findings: RestoreFindings } | { error: string };

/** Verifies a candidate on a copy. */
async function verify(
  { directory, live, masterKey, expectedHead, scratch }: RestoreRequest & { scratch: string },
  watch: Watch,
): Promise<RestoreFindings> {
  const copy = join(scratch, DATABASE_FILE);
  const recorded = readHeadFile(directory);
  try {
    await copyDatabase(join(directory, DATABASE_FILE), copy, live);
  } catch (cause) {
    const detail = `${DATABASE_FILE} cannot be read: ${(cause as Error).message}`;
    return { checks: [{ name: "files", ok: false, detail }], head: null };
  }
  const checks = [
    { name: "files", ok: true, detail: `${DATABASE_FILE} exists.` },
    ...await verifyAll(copy, directory, { recorded, masterKey, expectedHead }, watch),
  ];
  return { checks, head: headOf(copy) };
}

/** The worker's side of its channel. The type library of workers cannot be loaded next to that of the service. */
const channel = self as unknown as {
  onmessage: (event: MessageEvent<ToVerifier>) => void;
  postMessage: (message: FromVerifier) => void;
};

const controller = new AbortController();

channel.onmessage = async ({ data }) => {
  if ("stop" in data) return controller.abort();
  try {
    const progress = (progress: Progress) => channel.postMessage({ progress });
    channel.postMessage({ findings: await verify(data.request, { signal: controller.signal, progress }) });
  } catch (cause) {
    channel.postMessage({ error: (cause as Error).message });
  }
};
