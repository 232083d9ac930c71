import type { Command } from "commander";
import { basename, extname } from "node:path";
import { UsageError } from "../exit_codes.ts";
import { readSource } from "../read_source.ts";
import type { ServiceClient } from "../service/connection.ts";
import { typeOf } from "./attachment.ts";
import type { CommandInput } from "./input.ts";

/** The endpoint whose command also takes a file: a recording, or a transcript of one. */
export const RECORDED = "POST /audio-sessions/:id/transcriptions";

/** A larger recording is sent in parts, since one request has at most 24 MiB of audio. */
const PART_BYTES = 16 * 1024 * 1024;

/** The extensions of transcripts. */
const TRANSCRIPTS: ReadonlyMap<string, string> = new Map([
  [".json", "json"],
  [".srt", "srt"],
  [".txt", "text"],
  [".vtt", "vtt"],
]);

/** Fields that name what to transcribe, of which there is one. */
const OTHERS = { audio: "--audio", transcript: "--transcript", attachmentId: "--attachment-id" } as const;

/** Adds the file as an argument. */
export const addRecordingArgument = (command: Command): Command =>
  command.argument(
    "[recording]",
    "file to transcribe, or a transcript to import (.srt, .vtt, .txt or .json)",
  );

/** Sends what must be stored before the request itself. */
type SendFirst = (connection: ServiceClient, sessionId: string) => Promise<void>;

/**
 * Puts a file into the body: a transcript as text, a recording with its name and media type. Of a large recording the body
 * gets the last part, and the result sends the others. Throws `UsageError`.
 */
export async function readRecording(file: string, { body }: CommandInput): Promise<SendFirst | null> {
  const other = Object.entries(OTHERS).find(([name]) => body[name] !== undefined);
  if (other) throw new UsageError(`Give either a file or ${other[1]}.`);
  const format = TRANSCRIPTS.get(extname(file).toLowerCase());
  if ((body.mode ?? (format && "import")) === "import") {
    body.transcript = await readSource(file);
    body.format ??= format;
    return null;
  }
  const bytes = await Deno.readFile(file).catch(() => {
    throw new UsageError(`Could not read the file ${file}.`);
  });
  const named = { name: basename(file), mediaType: typeOf(file) ?? "application/octet-stream" };
  const earlier = Math.ceil(bytes.length / PART_BYTES) - 1;
  const content = (index: number) => ({
    contentBase64: bytes.subarray(index * PART_BYTES, (index + 1) * PART_BYTES).toBase64(),
  });
  if (earlier < 1) {
    body.audio = { ...named, ...content(0) };
    return null;
  }
  const uploadId = crypto.randomUUID();
  body.audio = { ...named, ...content(earlier), uploadId, index: earlier, last: true };
  return async (connection, id) => {
    for (let index = 0; index < earlier; index++) {
      const audio = { ...named, ...content(index), uploadId, index };
      await connection.call(RECORDED, {
        params: { id },
        body: {
          audio,
          ...(typeof body.language === "string" && { language: body.language }),
        },
      });
    }
  };
}
