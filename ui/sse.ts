/** One frame of an event stream (WHATWG HTML, section 9.2). */
export type Frame = { id?: string; event: string; data: string };

/** The frames of a stream, as they come; comments are left out. `onRetry` learns how long to wait after a break. */
export async function* readFrames(
  stream: ReadableStream<Uint8Array>,
  onRetry: (milliseconds: number) => void = () => {},
): AsyncGenerator<Frame> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      rest += decoder.decode(read.value, { stream: true });
      const blocks = rest.split(/\r?\n\r?\n/);
      rest = blocks.pop()!;
      for (const block of blocks) {
        const retry = /^retry: ?(\d+)\r?$/m.exec(block)?.[1];
        if (retry !== undefined) onRetry(Number(retry));
        const frame = parse(block);
        if (frame) yield frame;
      }
    }
  } finally {
    // Not awaited: an idle connection answers a cancellation only with its next bytes.
    reader.cancel().catch(() => {});
  }
}

function parse(block: string): Frame | null {
  const data: string[] = [];
  let event = "message";
  let id: string | undefined;
  for (const line of block.split(/\r?\n/)) {
    const [, name, value] = /^([^:]+):? ?(.*)$/.exec(line) ?? [];
    if (name === "data") data.push(value!);
    else if (name === "event") event = value!;
    else if (name === "id") id = value!;
  }
  return data.length === 0 ? null : { event, data: data.join("\n"), ...(id !== undefined && { id }) };
}
