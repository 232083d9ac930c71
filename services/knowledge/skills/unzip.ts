import { parseUntrusted } from "../../ground/parsing/parse_untrusted.ts";
import { SKILL_LIMITS } from "./limits.ts";
import { filesOf, type Intake, pairsSchema, type SkillFile } from "./pack.ts";

const DEADLINE_MILLISECONDS = 10_000;

/** Its files as base64, with their paths. */
const MAX_ANSWER_BYTES = 2 * SKILL_LIMITS.bytes;

/** Takes the files of a skill out of a zip archive, in a separate process; writes nothing. Throws `ParseError`. */
export async function unzipSkill(archive: Uint8Array): Promise<Intake> {
  const pairs = await parseUntrusted({
    parser: import.meta.resolve("./zip_parser.ts"),
    input: archive,
    what: "The archive",
    schema: pairsSchema,
    limits: { deadlineMilliseconds: DEADLINE_MILLISECONDS, outputBytes: MAX_ANSWER_BYTES },
  });
  return withoutOuterDirectory(filesOf(pairs));
}

/** Most archives hold the skill's directory rather than its files: then that is what is taken. */
function withoutOuterDirectory(files: SkillFile[]): Intake {
  const [outer = ""] = files[0]?.path.split("/") ?? [];
  const isOuter = outer !== "" && files.every(({ path }) => path.startsWith(`${outer}/`));
  if (!isOuter) return { files, directory: null };
  const inner = files.map(({ path, bytes }) => ({ path: path.slice(outer.length + 1), bytes }));
  return { files: inner, directory: outer };
}
