import { join } from "node:path";
import { findProgram } from "../../services/ground/kernel/find_program.ts";
import { temporaryDirectory } from "../temporary.ts";

const VOICE = "voice_cmu_us_slt_arctic_hts";

/** Why nothing can be said on this machine; null where it can. */
export const MISSING_VOICE = findProgram("text2wave", Deno.env.get("PATH") ?? "") !== null
  ? null
  : "festival and its voice are not here: apt-get install festival festvox-us-slt-hts";

/** Says a text with a synthetic voice; returns the recording. */
export async function say(text: string): Promise<Uint8Array> {
  const directory = temporaryDirectory();
  try {
    await Deno.writeTextFile(join(directory, "text"), text);
    const { success, stderr } = await new Deno.Command("text2wave", {
      args: [join(directory, "text"), "-o", join(directory, "said.wav"), "-eval", `(${VOICE})`],
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    return await Deno.readFile(join(directory, "said.wav"));
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}
