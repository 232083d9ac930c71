import {
  configure,
  ERR_AMBIGUOUS_ARCHIVE,
  ERR_BAD_FORMAT,
  ERR_EOCDR_NOT_FOUND,
  ERR_OVERLAPPING_ENTRY,
  ERR_SPLIT_ZIP_FILE,
  ERR_UNSUPPORTED_COMPRESSION,
  Uint8ArrayReader,
  ZipReader,
} from "@zip.js/zip.js";
import { pairsOf, type SkillFile } from "./pack.ts";
import { SKILL_LIMITS } from "./limits.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

const AMBIGUOUS =
  "programs could read it differently, because a name or a part appears twice, or because there is other data between its parts";
const DAMAGED = "its content is damaged";

const FAULTS: Readonly<Record<string, string>> = {
  [ERR_BAD_FORMAT]: "it is not a zip archive",
  [ERR_EOCDR_NOT_FOUND]: "it is not a zip archive",
  [ERR_AMBIGUOUS_ARCHIVE]: AMBIGUOUS,
  [ERR_OVERLAPPING_ENTRY]: AMBIGUOUS,
  [ERR_SPLIT_ZIP_FILE]: "it is only a part of an archive that was split",
  [ERR_UNSUPPORTED_COMPRESSION]:
    "its compression is not supported. Pack it again with an ordinary zip program",
};

/** An archive that is whole, with what no skill has. */
class Unfit extends Error {}

/** Reads the files of a zip archive into memory, as the process that parses it does. Throws for all that no skill has. */
export async function readZip(input: Uint8Array): Promise<[string, string][]> {
  configure({ useWebWorkers: false });
  const files: SkillFile[] = [];
  const limit = new Limit(input.length);
  try {
    // Names are checked as those of every skill are.
    const options = { strictness: "strict", filenameValidation: "tolerant", checkSignature: true } as const;
    for await (const entry of new ZipReader(new Uint8ArrayReader(input), options).getEntriesGenerator()) {
      const path = entry.filename;
      if (entry.directory || isLeftOut(path)) continue;
      if (!isPlainFile(entry.unixMode)) {
        throw new Unfit(`${path} is not a regular file, and a skill holds plain files only`);
      }
      if (entry.encrypted) throw new Unfit(`${path} is encrypted`);
      limit.addFile();
      files.push({ path, bytes: await bytesOf(entry, limit) });
    }
  } catch (cause) {
    if (cause instanceof Unfit) throw cause;
    throw new Error(FAULTS[messageOf(cause)] ?? DAMAGED, { cause });
  }
  return pairsOf(files);
}

/** What a directory's reader leaves out, too, and what macOS adds to every archive. */
const isLeftOut = (path: string): boolean => /(?:^|\/)\.git\/|^__MACOSX\//.test(path);

const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;

/** Programs for other systems than Unix give no type. */
const isPlainFile = (mode = 0): boolean => (mode & FILE_TYPE) === 0 || (mode & FILE_TYPE) === REGULAR;

async function bytesOf(
  entry: { getData(writer: WritableStream<Uint8Array>): Promise<unknown> },
  limit: Limit,
): Promise<Uint8Array> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  await entry.getData(
    new WritableStream({
      write: (chunk) => {
        limit.addBytes(chunk.length);
        chunks.push(chunk.slice());
      },
    }),
  );
  return await new Blob(chunks).bytes();
}

/** Counts what has come out of an archive, whatever its headers say of it. */
class Limit {
  #files = 0;
  #bytes = 0;

  constructor(readonly archiveBytes: number) {}

  addFile(): void {
    if (++this.#files > SKILL_LIMITS.files) throw new Unfit(`it holds more than ${SKILL_LIMITS.files} files`);
  }

  addBytes(count: number): void {
    this.#bytes += count;
    if (this.#bytes > SKILL_LIMITS.bytes) {
      throw new Unfit(`its files have more than ${SKILL_LIMITS.bytes / 1024 / 1024} MiB in all`);
    }
    if (this.#bytes > this.archiveBytes * SKILL_LIMITS.archiveRatio) {
      throw new Unfit(
        `its files are more than ${SKILL_LIMITS.archiveRatio} times as large as the archive itself`,
      );
    }
  }
}
