/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
export function untilAsked(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked = false;
  const ask = () => {
    if (asked) Deno.exit(130);
    asked = true;
    resolve();
  };
  Deno.addSignalListener("SIGINT", ask);
  if (Deno.build.os !== "windows") Deno.addSignalListener("SIGTERM", ask);
  return promise;
}
