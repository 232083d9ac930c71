/** Returns an abort that fires as soon as the output contains `text`. */
export function abortOn(text: string) {
  const controller = new AbortController();
  let seen = "";
  const onOutput = (part: string) => {
    seen += part;
    if (seen.includes(text)) controller.abort();
  };
  return { signal: controller.signal, onOutput };
}
