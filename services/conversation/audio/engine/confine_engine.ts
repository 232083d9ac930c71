import type { Confinement } from "../../../../store/processes/document.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { homeDirectory, searchPath } from "../../../ground/kernel/environment.ts";
import type { ProcessSandbox } from "../../../machine/processes/run.ts";
import {
  composeSandbox,
  defaultLimits,
  describeOpenings,
  homeSeenAt,
  type SandboxLive,
  UNCONFINED_REACH,
} from "../../../machine/processes/sandbox/mod.ts";
import type { Engine } from "./find_engine.ts";

/** How a program is confined, or a sentence if it may not run at all. */
type EngineHold = { sandbox: ProcessSandbox | null; confinement: Confinement } | { refusal: string };

/**
 * Prepares the sandbox of a transcription: no network and no home; the program, its arguments' files and the recording
 * are readable, one directory is writable. If no sandbox works, the program runs only if the operator has allowed it.
 */
export async function confineEngine(
  { config, sandbox }: Core & SandboxLive,
  engine: Engine,
  { input, directory, temporary }: { input: string; directory: string; temporary: string },
): Promise<EngineHold> {
  const state = await sandbox.find();
  if (!state.available) {
    if (!config.transcription.unconfined) {
      return {
        refusal:
          `No sandbox is available, so the program would run with access to ${UNCONFINED_REACH}: ${state.reason} ${state.fix} Or set AGENT_HARNESS_TRANSCRIBE_UNCONFINED=1.`,
      };
    }
    const detail = `as this user, with access to ${UNCONFINED_REACH}: ${state.reason}`;
    return { sandbox: null, confinement: { kind: "none", network: true, detail } };
  }
  const place = {
    directory,
    home: null,
    temporary,
    readable: [...engine.named, input],
    programs: [engine.program],
    masked: [],
    storageDirectory: config.storageDirectory,
    searchPath: searchPath(),
  };
  const rule = { network: false, readable: [], writable: [] };
  const held = await composeSandbox(state, place, rule, homeSeenAt(homeDirectory()));
  const detail =
    `in a sandbox, without network. It can read the recording, the files in its arguments, and installed programs. ${
      describeOpenings(state)
    }`.trim();
  return {
    sandbox: { ...held, limits: defaultLimits() },
    confinement: { kind: "bubblewrap", network: false, detail },
  };
}
