/** The end marker for a connection's messages; agents also write other things to their output. */
type LineWatch = { malformed: (line: string) => void; touched: () => void };

/** The longest line that is a message; a longer one ends the connection. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

/**
 * Passes on the lines that are messages and reports the others: a program that prints to its output would otherwise
 * receive errors that it does not expect.
 */
export function messageLines(watch: LineWatch): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const encoder = new TextEncoder();
  let rest = "";
  const take = (line: string, controller: TransformStreamDefaultController<Uint8Array>) => {
    const text = line.trim();
    if (text === "") return;
    if (isObject(text)) controller.enqueue(encoder.encode(`${text}\n`));
    else watch.malformed(text.slice(0, 200));
  };
  return new TransformStream({
    transform(bytes, controller) {
      watch.touched();
      const [end = "", ...lines] = decoder.decode(bytes, { stream: true }).split("\n");
      rest += end;
      for (const line of lines) {
        take(rest, controller);
        rest = line;
      }
      if (rest.length > MAX_CHARACTERS) {
        controller.error(new Error("The agent sent a message that is too large."));
      }
    },
    flush: (controller) => take(rest, controller),
  });
}

function isObject(text: string): boolean {
  if (!text.startsWith("{")) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
