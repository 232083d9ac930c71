/** Resolves with whether a text was among the output, at the latest at its end. */
export async function readUntil(stream: ReadableStream<Uint8Array>, text: string): Promise<boolean> {
  let [tail, found] = ["", false];
  const decoder = new TextDecoder();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  void (async () => {
    for await (const chunk of stream) {
      tail = (tail + decoder.decode(chunk, { stream: true })).slice(-100_000);
      if (!found && tail.includes(text)) resolve(found = true);
    }
    resolve(found);
  })();
  return await promise;
}
