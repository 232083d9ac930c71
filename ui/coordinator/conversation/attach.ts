import { bytes } from "../../../client/words.ts";

/** The maximum size of all attachments, which are sent in one request, before they are encoded. */
const MAX_BYTES = 23 * 1024 * 1024;
const MAX_FILES = 100;

/** A file as the service accepts it. */
type FileInput = { name: string; mediaType: string; contentBase64: string };

/** Reads files that were chosen, pasted or dropped. Throws a sentence for one that cannot be sent. */
export async function readFiles(files: readonly File[]): Promise<FileInput[]> {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (files.length > MAX_FILES) {
    throw new Error(`${files.length} files were chosen; at most ${MAX_FILES} can be attached at once.`);
  }
  if (size > MAX_BYTES) {
    throw new Error(
      `The files are ${bytes(size)} in total; at most ${bytes(MAX_BYTES)} can be attached at once.`,
    );
  }
  return await Promise.all(files.map(async (file) => ({
    name: file.name || "pasted",
    mediaType: file.type || "application/octet-stream",
    contentBase64: await base64Of(file),
  })));
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ""));
    reader.onerror = () => reject(new Error(`The file ${file.name} could not be read.`));
    reader.readAsDataURL(file);
  });
