import { join } from "node:path";
import { processStream } from "../../../../store/processes/stream.ts";
import type { Confinement } from "../../../../store/processes/document.ts";
import { readBounded } from "../../../ground/kernel/bounded_file.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { type ProcessResult, runProcess } from "../../../machine/processes/run.ts";
import type { ProcessSandbox } from "../../../machine/processes/run.ts";
import { AUDIO_LIMITS } from "../decode/limits.ts";
import type { Engine } from "./find_engine.ts";
import { isKeyOf } from "../../../../store/shared/records.ts";

/** The input of a program. */
type EngineWork = {
  engine: Engine;
  confinement: Confinement;
  sandbox: ProcessSandbox | null;
  /** The recording, as WAV with 16 kHz. */
  input: string;
  /** A directory that it may write to. */
  directory: string;
  language: string | null;
  timeoutMilliseconds: number;
  signal: AbortSignal;
};

/** What a program produced, or why it is unusable. `output` is its last output, which may quote what it heard. */
type EngineResult = { text: Uint8Array } | { problem: string; output: string };

const OUTPUT = "transcript";
/** Runs the program on a recording. It can read the recording and the files in its arguments, and write to one directory. */
const ENDINGS = ["", ".json", ".srt", ".vtt", ".txt"];
const LAST_WORDS = 2000;

/** Runs the program on a recording. It reads the recording and what its arguments name, and writes one directory. */
export async function runEngine(ctx: Ctx, work: EngineWork): Promise<EngineResult> {
  const { engine, directory } = work;
  const output = join(directory, OUTPUT);
  const values = { "{input}": work.input, "{output}": output, "{language}": work.language ?? "en" };
  const filled = engine.arguments.map((word) =>
    word.replaceAll(/\{(?:input|output|language)\}/g, (name) => isKeyOf(values, name) ? values[name] : name)
  );
  const tooMuch = new AbortController();
  let printed = 0;
  const id = ctx.newId("process");
  const result = await runProcess({
    command: [engine.program, ...filled],
    directory,
    signal: AbortSignal.any([work.signal, tooMuch.signal]),
    timeoutMilliseconds: work.timeoutMilliseconds,
    outputLimit: AUDIO_LIMITS.outputBytes,
    onOutput: (text) => {
      printed += text.length;
      if (printed > AUDIO_LIMITS.outputBytes) tooMuch.abort();
    },
    onSpawn: async (group) => {
      const data = { ...group, purpose: "transcription", confinement: work.confinement };
      await ctx.store.commit(() => record(ctx, processStream, id, [{ type: "process.started", data }]));
    },
    ...(work.sandbox && { sandbox: work.sandbox }),
  });
  const problem = problemOf(result, work, tooMuch.signal.aborted);
  await ctx.store.commit(() => {
    if (!ctx.store.documents.has(processStream, id)) return;
    record(ctx, processStream, id, [{
      type: "process.ended",
      data: { outcome: `exit code ${result.exitCode}` },
    }]);
  });
  if (problem !== null) return { problem, output: result.output.slice(-LAST_WORDS) };
  if (!engine.arguments.some((word) => word.includes("{output}"))) {
    return { text: new TextEncoder().encode(result.output) };
  }
  const text = await readOutput(output);
  return text ?? {
    problem: "It ended without writing {output}, or wrote too much.",
    output: result.output.slice(-LAST_WORDS),
  };
}

function problemOf(
  result: ProcessResult,
  { timeoutMilliseconds }: EngineWork,
  tooMuch: boolean,
): string | null {
  if (tooMuch) return `It printed more than ${AUDIO_LIMITS.outputBytes} bytes and was stopped.`;
  if (result.timedOut) {
    return `It took longer than ${Math.round(timeoutMilliseconds / 1000)} s and was stopped.`;
  }
  if (result.aborted) return "It was stopped.";
  if (result.exitCode === 0) return null;
  const how = result.signal === null ? `with exit code ${result.exitCode}` : `by the signal ${result.signal}`;
  return `It ended ${how}.${result.held ? ` ${result.held}` : ""}`;
}

/**
 * Returns what the program wrote. Links and special files are not followed, because they would be read outside of the
 * sandbox.
 */
async function readOutput(path: string): Promise<{ text: Uint8Array } | null> {
  for (const ending of ENDINGS) {
    const file = await readBounded(path + ending, AUDIO_LIMITS.outputBytes);
    if ("bytes" in file) return { text: file.bytes };
  }
  return null;
}
