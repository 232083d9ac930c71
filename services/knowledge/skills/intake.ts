import { InvalidError } from "../../ground/kernel/errors.ts";
import { checkFiles } from "./check_files.ts";
import { listDirectory, readDirectory } from "./directory.ts";
import type { Intake, SkillFile } from "./pack.ts";
import type { SkillFilesInput } from "./schemas.ts";
import { unzipSkill } from "./unzip.ts";

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
