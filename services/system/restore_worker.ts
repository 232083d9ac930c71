import { join } from "node:path";
import { copyDatabase } from "../../store/copy.ts";
import { readHeadFile } from "../../store/head_file.ts";
import { DATABASE_FILE } from "../../store/mod.ts";
import type { Check } from "../../store/verify_copy.ts";
import { verifyAll } from "./verify_all.ts";
import { type Head, headOf } from "./verify_head.ts";

/** The worker's input: verify `directory`; `live` if this service is using it. */
export type RestoreRequest = {
  directory: string;
  live: boolean;
  masterKey: string | null;
  expectedHead?: Head | undefined;
};

/** The result, and how far the candidate's log goes. */
export type RestoreFindings = { checks: Check[]; head: Head | null };

/** Verifies a candidate on a copy in a temporary directory, which it removes. */
async function verify(
  { directory, live, masterKey, expectedHead }: RestoreRequest,
): Promise<RestoreFindings> {
  const scratch = await Deno.makeTempDir({ prefix: "agent-harness-verify-" });
  try {
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
      ...await verifyAll(copy, directory, { recorded, masterKey, expectedHead }),
    ];
    return { checks, head: headOf(copy) };
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

/** The worker's side of its channel. The type library of workers cannot be loaded next to that of the service. */
const channel = self as unknown as {
  onmessage: (event: MessageEvent<RestoreRequest>) => void;
  postMessage: (message: RestoreFindings | { error: string }) => void;
};

channel.onmessage = async ({ data }) => {
  try {
    channel.postMessage(await verify(data));
  } catch (cause) {
    channel.postMessage({ error: (cause as Error).message });
  }
};
