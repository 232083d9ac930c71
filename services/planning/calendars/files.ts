import { join } from "node:path";
import { sha256 } from "../../../store/chain.ts";
import type { SourceConfig } from "../../../store/planner/settings.ts";
import { readBoundedSync } from "../../ground/kernel/bounded_file.ts";
import { UnavailableError } from "../../ground/kernel/errors.ts";
import { type Content, contentOf, NO_SYNC, type SourceRequest } from "./content.ts";
import { decodeCalendar } from "./decode.ts";

const MAX_BYTES = 10 * 1024 * 1024;
const MAX_FILES = 2_000;

/** Reads a calendar file, or Markdown from a file or a directory. Null if it has not changed. Throws `UnavailableError`. */
export function readFiles({ kind, path }: SourceConfig, { sync }: SourceRequest): Content | null {
  const ending = kind === "markdown" ? /\.(?:md|markdown)$/i : /\.(?:ics|ical|ifb|icalendar)$/i;
  let left = MAX_BYTES;
  const texts = pathsBelow(path!, ending).map((file) => {
    const bytes = bytesOf(file, path!, left);
    left -= bytes.length;
    return {
      ref: file === path
        ? file.slice(file.lastIndexOf("/") + 1)
        : file.slice(path!.length).replace(/^\//, ""),
      calendarId: "default",
      etag: null,
      text: decodeCalendar(bytes),
    };
  });
  const bodySha256 = sha256(JSON.stringify(texts));
  if (sync?.bodySha256 === bodySha256) return null;
  return contentOf({ texts, full: true, sync: { ...NO_SYNC, bodySha256 } });
}

function pathsBelow(path: string, ending: RegExp): string[] {
  try {
    if (Deno.statSync(path).isFile) return [path];
  } catch (cause) {
    throw new UnavailableError(
      `${path} cannot be read. Check that it exists and that this service may read it.`,
      { cause },
    );
  }
  const found: string[] = [];
  const walk = (directory: string, depth: number) => {
    for (const entry of Deno.readDirSync(directory)) {
      if (entry.name.startsWith(".") || entry.isSymlink) continue;
      const inner = join(directory, entry.name);
      if (entry.isDirectory && depth < 8) walk(inner, depth + 1);
      else if (entry.isFile && ending.test(entry.name)) found.push(inner);
      if (found.length > MAX_FILES) {
        throw new UnavailableError(`${path} contains more than ${MAX_FILES} files.`);
      }
    }
  };
  walk(path, 0);
  return found.sort();
}

/** Reads a file that may be larger than what is left for the source, or no longer the file that was listed. */
function bytesOf(file: string, source: string, left: number): Uint8Array {
  const read = readBoundedSync(file, left, file === source ? "follow" : "refuse");
  if ("bytes" in read) return read.bytes;
  if (read.problem === "too_large") {
    throw new UnavailableError(`${source} contains more than ${MAX_BYTES / 1024 / 1024} MiB of text.`);
  }
  throw new UnavailableError(`${file} cannot be read. Check that this service may read it.`, {
    cause: read.cause,
  });
}
