import { basename, extname } from "node:path";
import { UsageError } from "../exit_codes.ts";

/** A file as part of a body. */
type Attachment = { name: string; mediaType: string; contentBase64: string };

/** Types of common file extensions. Any other file is text if it is UTF-8, else bytes. */
const TYPES: Record<string, string> = {
  ".aac": "audio/aac",
  ".csv": "text/csv",
  ".flac": "audio/flac",
  ".gif": "image/gif",
  ".html": "text/html",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".json": "application/json",
  ".m4a": "audio/mp4",
  ".md": "text/markdown",
  ".mp3": "audio/mpeg",
  ".oga": "audio/ogg",
  ".ogg": "audio/ogg",
  ".opus": "audio/ogg",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wav": "audio/wav",
  ".webm": "audio/webm",
  ".webp": "image/webp",
  ".zip": "application/zip",
};

/** Reads a file on this machine. Throws `UsageError` if it cannot be read. */
export async function readAttachment(path: string): Promise<Attachment> {
  let bytes: Uint8Array;
  try {
    bytes = await Deno.readFile(path);
  } catch {
    throw new UsageError(`Could not read the file ${path}.`);
  }
  const mediaType = typeOf(path) ?? (isText(bytes) ? "text/plain" : "application/octet-stream");
  return { name: basename(path), mediaType, contentBase64: bytes.toBase64() };
}

/** Returns the media type that the extension of a file stands for. */
export const typeOf = (path: string): string | undefined => TYPES[extname(path).toLowerCase()];

function isText(bytes: Uint8Array): boolean {
  try {
    return !new TextDecoder("utf-8", { fatal: true }).decode(bytes).includes("\0");
  } catch {
    return false;
  }
}
