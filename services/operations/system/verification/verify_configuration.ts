import { join } from "node:path";
import type { CandidateCheck } from "../../../../store/verify_copy.ts";
import { parseSettings, SETTINGS_FILE } from "../../../sessions/models/providers/settings/settings.ts";
import { readSettings } from "../../../machine/processes/sandbox/mod.ts";
import { messageOf } from "../../../../store/shared/message_of.ts";

/** The configuration files of a storage directory; each may be absent. */
const CONFIGURATION_FILES = [SETTINGS_FILE, "sandbox.json"] as const;

/** Checks that the configuration files of a candidate directory are valid. */
export async function verifyConfiguration(directory: string): Promise<CandidateCheck> {
  const faults: string[] = [];
  const there: string[] = [];
  const look = async (name: string, read: () => unknown) => {
    if (!await exists(join(directory, name))) return;
    there.push(name);
    try {
      await read();
    } catch (cause) {
      const message = messageOf(cause);
      faults.push(message.includes(name) ? message : `${name}: ${message}`);
    }
  };
  await look(
    SETTINGS_FILE,
    async () => parseSettings(await Deno.readTextFile(join(directory, SETTINGS_FILE))),
  );
  await look("sandbox.json", () => readSettings(directory));
  const absent = CONFIGURATION_FILES.filter((name) => !there.includes(name));
  const detail = faults.length > 0 ? faults.join(" ") : [
    ...(there.length > 0 ? [`${there.join(" and ")} can be read.`] : []),
    ...(absent.length > 0
      ? [`${absent.join(" and ")} ${absent.length > 1 ? "are" : "is"} missing, so the defaults apply.`]
      : []),
  ].join(" ");
  return { name: "configuration", ok: faults.length === 0, detail };
}

const exists = async (path: string): Promise<boolean> => {
  try {
    await Deno.lstat(path);
    return true;
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return false;
    throw cause;
  }
};
