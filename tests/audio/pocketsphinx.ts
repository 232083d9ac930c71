import { findProgram } from "../../services/ground/kernel/find_program.ts";
import { wav } from "./audio_world.ts";

/** A real program that turns speech into text, as the operator would configure it. */
export const POCKETSPHINX = [
  "pocketsphinx_continuous",
  ..."-infile {input} -time yes -logfn /dev/null".split(" "),
];

const RECORDINGS = "/usr/share/pocketsphinx/test/data";

const has = (program: string) => findProgram(program, Deno.env.get("PATH") ?? "") !== null;

/** Why speech cannot be transcribed on this machine; null where it can. */
export const MISSING_SPEECH = has("pocketsphinx_continuous") && hasFile(`${RECORDINGS}/goforward.raw`)
  ? null
  : "pocketsphinx and its recordings are not here: apt-get install pocketsphinx pocketsphinx-en-us pocketsphinx-testdata";

function hasFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** A recording of human speech from Debian's test data, as WAV. */
export async function recordingOf(name: "goforward" | "something"): Promise<Uint8Array> {
  const { buffer } = await Deno.readFile(`${RECORDINGS}/${name}.raw`);
  return wav(new Int16Array(buffer), 16_000, 1);
}
