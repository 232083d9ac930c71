import type { Confinement } from "../../../store/processes/document.ts";
import type { Core } from "../../kernel/context.ts";
import { homeDirectory } from "../../kernel/environment.ts";
import type { ProcessSandbox } from "../../processes/run.ts";
import { defaultLimits, homeSeenAt, type SandboxLive } from "../../processes/sandbox/mod.ts";
import type { Engine } from "./find_engine.ts";

/** How a program is confined, or a sentence if it may not run at all. */
export type EngineHold = { sandbox: ProcessSandbox | null; confinement: Confinement } | { refusal: string };

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
          `No sandbox is available, so the program would run with network access and all files of this user: ${state.reason} ${state.fix} Or set AGENT_HARNESS_TRANSCRIBE_UNCONFINED=1.`,
      };
    }
    const detail = `as this user, with all of this user's permissions and network access: ${state.reason}`;
    return { sandbox: null, confinement: { kind: "none", network: true, detail } };
  }
  const paths = [engine.program, ...engine.named];
  const real = await Promise.all(paths.map((path) => Deno.realPath(path)));
  const policy = {
    directory,
    writable: [directory],
    readable: [...new Set([...paths, ...real, input])],
    masked: [{ path: config.storageDirectory, directory: true }],
    home: null,
    homeAt: homeSeenAt(homeDirectory()),
    temporary,
  };
  const detail =
    `in a sandbox, without network. It can read the recording, the program and the files in its arguments.`;
  return {
    sandbox: { program: state.program, policy, limits: defaultLimits() },
    confinement: { kind: "bubblewrap", network: false, detail },
  };
}
