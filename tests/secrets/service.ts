const MAIN = new URL("../../main.ts", import.meta.url).pathname;

/** The service as a process of its own, and all that it has printed. */
export type RunningProcess = AsyncDisposable & {
  url: string;
  pid: number;
  printed: () => string;
  /** How it ended, once its output was read to the end. */
  ended: Promise<Deno.CommandStatus>;
};

/** Starts a service with these variables beside what every one needs; dispose it to end it. */
export async function startProcess(
  environment: Record<string, string>,
  entry: string = MAIN,
): Promise<RunningProcess> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--quiet", "--cached-only", entry],
    env: { AGENT_HARNESS_PORT: "0", AGENT_HARNESS_MAINTENANCE_INTERVAL_MS: "0", ...environment },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let printed = "";
  const listening = Promise.withResolvers<string>();
  const drain = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      printed += text;
      const url = /listens on (http:\S+),/.exec(printed)?.[1];
      if (url) listening.resolve(url);
    }
  };
  const drained = Promise.all([drain(child.stdout), drain(child.stderr)]);
  const ended = drained.then(() => child.status);
  ended.then(() => listening.reject(new Error(`The service ended before it listened: ${printed}`)));
  return {
    url: await listening.promise,
    pid: child.pid,
    printed: () => printed,
    ended,
    async [Symbol.asyncDispose]() {
      try {
        child.kill("SIGTERM");
      } catch {
        // It has ended already.
      }
      await ended;
    },
  };
}
