/** The type of content, judged by its bytes. */
type ContentType = { mediaType: string; previewType: "text" | "json" | "binary" };

type Signature = { at: number; bytes: readonly number[]; mediaType: string };

const ascii = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));

const SIGNATURES: readonly Signature[] = [
  { at: 0, bytes: [0x89, ...ascii("PNG\r\n"), 0x1a, 0x0a], mediaType: "image/png" },
  { at: 0, bytes: [0xff, 0xd8, 0xff], mediaType: "image/jpeg" },
  { at: 0, bytes: ascii("GIF87a"), mediaType: "image/gif" },
  { at: 0, bytes: ascii("GIF89a"), mediaType: "image/gif" },
  { at: 8, bytes: ascii("WEBP"), mediaType: "image/webp" },
  { at: 8, bytes: ascii("WAVE"), mediaType: "audio/wav" },
  { at: 4, bytes: ascii("ftypavif"), mediaType: "image/avif" },
  { at: 4, bytes: ascii("ftypheic"), mediaType: "image/heic" },
  { at: 4, bytes: ascii("ftyp"), mediaType: "video/mp4" },
  { at: 0, bytes: [0x49, 0x49, 0x2a, 0x00], mediaType: "image/tiff" },
  { at: 0, bytes: [0x4d, 0x4d, 0x00, 0x2a], mediaType: "image/tiff" },
  { at: 0, bytes: ascii("%PDF-"), mediaType: "application/pdf" },
  { at: 0, bytes: [...ascii("PK"), 3, 4], mediaType: "application/zip" },
  { at: 0, bytes: [...ascii("PK"), 5, 6], mediaType: "application/zip" },
  { at: 0, bytes: [0x1f, 0x8b, 0x08], mediaType: "application/gzip" },
  { at: 0, bytes: ascii("BZh"), mediaType: "application/x-bzip2" },
  { at: 0, bytes: [0xfd, ...ascii("7zXZ"), 0], mediaType: "application/x-xz" },
  { at: 0, bytes: [0x28, 0xb5, 0x2f, 0xfd], mediaType: "application/zstd" },
  { at: 257, bytes: ascii("ustar"), mediaType: "application/x-tar" },
  { at: 0, bytes: [...ascii("SQLite format 3"), 0], mediaType: "application/vnd.sqlite3" },
  { at: 0, bytes: [0, ...ascii("asm")], mediaType: "application/wasm" },
  { at: 0, bytes: [0x7f, ...ascii("ELF")], mediaType: "application/x-elf" },
  { at: 0, bytes: ascii("OggS"), mediaType: "audio/ogg" },
  { at: 0, bytes: ascii("fLaC"), mediaType: "audio/flac" },
  { at: 0, bytes: ascii("ID3"), mediaType: "audio/mpeg" },
  { at: 0, bytes: [0x1a, 0x45, 0xdf, 0xa3], mediaType: "video/webm" },
];

/** The largest text that is parsed as JSON. */
const MAX_JSON = 1 << 20;

/**
 * Returns the type of content: by a known signature, else text if it is UTF-8 without control characters, else binary.
 * Names and declared types are ignored.
 */
export function sniff(bytes: Uint8Array): ContentType {
  const known = SIGNATURES.find(({ at, bytes: expected }) =>
    expected.every((byte, index) => bytes[at + index] === byte)
  );
  if (known) return { mediaType: known.mediaType, previewType: "binary" };
  const text = textOf(bytes);
  if (text === null) return { mediaType: "application/octet-stream", previewType: "binary" };
  if (isJson(text)) return { mediaType: "application/json", previewType: "json" };
  const start = text.slice(0, 512).trimStart().toLowerCase();
  if (/^<!doctype html|^<html[\s>]/.test(start)) return { mediaType: "text/html", previewType: "text" };
  if (/^<svg[\s>]/.test(start)) return { mediaType: "image/svg+xml", previewType: "text" };
  if (start.startsWith("<?xml")) return { mediaType: "application/xml", previewType: "text" };
  return { mediaType: "text/plain", previewType: "text" };
}

function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // deno-lint-ignore no-control-regex -- what no text holds is what is looked for
    return /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** A single number or word is text to those who attach it. */
function isJson(text: string): boolean {
  if (text.length > MAX_JSON || !/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
