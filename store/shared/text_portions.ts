/**
 * Returns a function that decodes UTF-8 that comes in portions. A byte order mark is dropped at the start only; a decoder of Deno
 * without `ignoreBOM` drops one wherever a portion begins.
 */
export function textPortions(): (portion: Uint8Array) => string {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let isStart = true;
  return (portion) => {
    const text = decoder.decode(portion, { stream: true });
    if (!isStart || text === "") return text;
    isStart = false;
    return text.replace(/^\uFEFF/, "");
  };
}
