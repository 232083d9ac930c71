import { join } from "node:path";
import { copyDatabase } from "../../store/copy.ts";
import { readHeadFile } from "../../store/head_file.ts";
import { DATABASE_FILE } from "../../store/mod.ts";
import type { Check } from "../../store/verify_copy.ts";
import { verifyAll } from "./verify_all.ts";

/** What the worker is asked: verify `directory`; `live` when this very service is using it. */
export type RestoreRequest = { directory: string; live: boolean };

/** Verifies a candidate on a copy in a temporary directory, which it removes. */
async function verify({ directory, live }: RestoreRequest): Promise<Check[]> {
  const scratch = await Deno.makeTempDir({ prefix: "agent-harness-verify-" });
  try {
    const copy = join(scratch, DATABASE_FILE);
    const recorded = readHeadFile(directory);
    try {
      await copyDatabase(join(directory, DATABASE_FILE), copy, live);
    } catch (cause) {
      return [{
        name: "files",
        ok: false,
        detail: `${DATABASE_FILE} cannot be read: ${(cause as Error).message}`,
      }];
    }
    return [
      { name: "files", ok: true, detail: `${DATABASE_FILE} is there.` },
      ...await verifyAll(copy, directory, recorded),
    ];
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

/** The worker's side of its channel; the type library of workers cannot be loaded beside that of the service. */
const channel = self as unknown as {
  onmessage: (event: MessageEvent<RestoreRequest>) => void;
  postMessage: (message: { checks: Check[] } | { error: string }) => void;
};

channel.onmessage = async ({ data }) => {
  try {
    channel.postMessage({ checks: await verify(data) });
  } catch (cause) {
    channel.postMessage({ error: (cause as Error).message });
  }
};
