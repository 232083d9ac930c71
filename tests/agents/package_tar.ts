/** Returns a tar archive with one file, as a registry gives it. */
export function createTar(path: string, text: string): Uint8Array<ArrayBuffer> {
  const content = new TextEncoder().encode(text);
  const archive = new Uint8Array(512 * (3 + Math.ceil(content.length / 512)));
  const header = archive.subarray(0, 512);
  const put = (at: number, value: string) => header.set(new TextEncoder().encode(value), at);
  put(0, path);
  put(100, "0000644\0");
  put(108, "0000000\0");
  put(116, "0000000\0");
  put(124, `${content.length.toString(8).padStart(11, "0")}\0`);
  put(136, "00000000000\0");
  put(148, "        ");
  put(156, "0");
  put(257, "ustar\0");
  put(263, "00");
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(148, `${sum.toString(8).padStart(6, "0")}\0 `);
  archive.set(content, 512);
  return archive;
}
