import type { Ctx } from "../../ground/kernel/context.ts";
import { logPath, type LogStream } from "../../ground/kernel/log.ts";

/** How much of the end of a log is returned. */
const LIMIT_BYTES = 64 * 1024;

/** Returns the end of one of the service's logs, in whole lines. */
export function logTail(ctx: Ctx, stream: LogStream) {
  const { bytes, truncated } = readEnd(logPath(ctx.config.storageDirectory, stream));
  const text = new TextDecoder().decode(bytes);
  const lines = text.split("\n").filter((line) => line !== "");
  if (truncated) lines.shift();
  return {
    stream,
    lines: lines.map((line, i) => ({ id: `line_${i + 1}`, text: line })),
    truncated,
    limitBytes: LIMIT_BYTES,
  };
}

function readEnd(path: string): { bytes: Uint8Array; truncated: boolean } {
  let file: Deno.FsFile;
  try {
    file = Deno.openSync(path, { read: true });
  } catch {
    return { bytes: new Uint8Array(), truncated: false };
  }
  try {
    const { size } = file.statSync();
    const start = Math.max(0, size - LIMIT_BYTES);
    file.seekSync(start, Deno.SeekMode.Start);
    const bytes = new Uint8Array(size - start);
    let read = 0;
    for (let n: number | null = 0; read < bytes.length && n !== null; read += n ?? 0) {
      n = file.readSync(bytes.subarray(read));
    }
    return { bytes: bytes.subarray(0, read), truncated: start > 0 };
  } finally {
    file.close();
  }
}
