import { configure, TextReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";

/** A file of an archive that is made for a test. */
export type Entry = { name: string; content: string; unixMode?: number; password?: string; level?: number };

/** Makes a zip archive, also of what no honest program would put into one. */
export async function zipOf(entries: readonly Entry[]): Promise<Uint8Array> {
  configure({ useWebWorkers: false });
  const writer = new ZipWriter(new Uint8ArrayWriter());
  for (const { name, content, ...options } of entries) {
    await writer.add(name, new TextReader(content), options);
  }
  return await writer.close();
}

/** The archive with a name in it written over by one of the same length, wherever it stands. */
export const renamed = (archive: Uint8Array, from: string, to: string): Uint8Array =>
  Uint8Array.from(
    archive.values().map(codeOf).toArray().join("").replaceAll(from, to),
    (character) => character.charCodeAt(0),
  );

const codeOf = (byte: number): string => String.fromCharCode(byte);
