import { InvalidError } from "../../ground/kernel/errors.ts";
import { checkFiles } from "./check_files.ts";
import { listDirectory, readDirectory } from "./directory.ts";
import { filesOf, type Intake, type SkillFile } from "./pack.ts";
import type { SkillFilesInput } from "./schemas.ts";
import { parseUntrusted } from "../../ground/parsing/parse_untrusted.ts";
import { SKILL_LIMITS } from "./limits.ts";
import { pairsSchema } from "./unpack.ts";

const DEADLINE_MILLISECONDS = 10_000;

/** Its files as base64, with their paths. */
const MAX_ANSWER_BYTES = 2 * SKILL_LIMITS.bytes;

/** Takes the files of a skill out of a request, an archive or a directory of this machine. Throws `InvalidError`. */
export async function takeFiles(input: SkillFilesInput): Promise<Intake> {
  const { files, directory, archiveBase64 } = input;
  if ([files, directory, archiveBase64].filter((given) => given !== undefined).length !== 1) {
    throw new InvalidError("Send either files, a directory or a zip archive that contains a SKILL.md.");
  }
  const taken = archiveBase64 !== undefined
    ? await unzipSkill(Uint8Array.fromBase64(archiveBase64))
    : directory !== undefined
    ? await readDirectory(directory, await listDirectory(directory))
    : { files: files!.map(fileOf), directory: null };
  checkFiles(taken.files);
  return taken;
}

function fileOf({ path, content, contentBase64 }: NonNullable<SkillFilesInput["files"]>[number]): SkillFile {
  if ((content === undefined) === (contentBase64 === undefined)) {
    throw new InvalidError(`files: ${path} needs either content or contentBase64.`);
  }
  const bytes = content === undefined
    ? Uint8Array.fromBase64(contentBase64!)
    : new TextEncoder().encode(content);
  return { path, bytes };
}

/** Takes the files of a skill out of a zip archive, in a separate process; writes nothing. Throws `ParseError`. */
async function unzipSkill(archive: Uint8Array): Promise<Intake> {
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
