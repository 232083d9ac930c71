import { isAbsolute, join, relative } from "node:path";
import { InvalidError } from "../kernel/errors.ts";
import type { Intake, SkillFile } from "./pack.ts";
import { SKILL_LIMITS } from "./limits.ts";
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
    ? readDirectory(directory)
    : { files: files!.map(fileOf), directory: null };
  check(taken.files);
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

/** Reads a directory; links and other special files are refused, and .git is left out. */
function readDirectory(directory: string): Intake {
  if (!isAbsolute(directory)) throw new InvalidError(`directory: "${directory}" must be an absolute path.`);
  const files: SkillFile[] = [];
  let bytes = 0;
  const read = (place: string) => {
    for (const entry of entriesOf(place)) {
      const path = join(place, entry.name);
      const name = relative(directory, path);
      if (entry.name === ".git") continue;
      if (entry.isDirectory) {
        checkPath(`${name}/x`);
        read(path);
        continue;
      }
      if (!entry.isFile) {
        throw new InvalidError(`${name} is not a regular file. A skill can only contain regular files.`);
      }
      bytes += Deno.statSync(path).size;
      if (files.length >= SKILL_LIMITS.files || bytes > SKILL_LIMITS.bytes) throw tooMuch();
      files.push({ path: name, bytes: Deno.readFileSync(path) });
    }
  };
  read(directory);
  return { files, directory: directory.replace(/\/+$/, "").split("/").at(-1) ?? null };
}

function entriesOf(place: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(place)].sort((a, b) => a.name < b.name ? -1 : 1);
  } catch (cause) {
    throw new InvalidError(`directory: ${place} cannot be read. Send a directory that contains a SKILL.md.`, {
      cause,
    });
  }
}

const tooMuch = (): InvalidError =>
  new InvalidError(
    `A skill has at most ${SKILL_LIMITS.files} files and ${SKILL_LIMITS.bytes / 1024 / 1024} MiB in all.`,
  );

function check(files: readonly SkillFile[]): void {
  for (const { path } of files) checkPath(path);
  const paths = files.map(({ path }) => path.normalize("NFC").toLowerCase());
  const twice = files.find((_, i) => paths.indexOf(paths[i]!) < i);
  if (twice) throw new InvalidError(`files: ${twice.path} appears twice.`);
  if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > SKILL_LIMITS.bytes) throw tooMuch();
  const main = files.find(({ path }) => path === "SKILL.md");
  if (!main) throw new InvalidError("There is no SKILL.md at the top of the skill.");
  if (main.bytes.length > SKILL_LIMITS.skillFileBytes) {
    throw new InvalidError(`SKILL.md has more than ${SKILL_LIMITS.skillFileBytes / 1024} KiB.`);
  }
}

function checkPath(path: string): void {
  const parts = path.split("/");
  // deno-lint-ignore no-control-regex -- these are what is refused
  const isOdd = /[\x00-\x1f\x7f\\]|^[A-Za-z]:/.test(path) ||
    parts.some((part) => part === "" || part === "." || part === "..");
  if (isOdd) throw new InvalidError(`files: "${path}" is not a plain path below the skill.`);
  if (parts.length > SKILL_LIMITS.depth) {
    throw new InvalidError(`files: ${path} is nested deeper than ${SKILL_LIMITS.depth} levels.`);
  }
}
