import assert from "node:assert/strict";
import { join } from "node:path";
import {
  BRIDGE_ARGUMENT,
  type BridgeListener,
  prepareBridge,
} from "../../services/machine/network/bridge.ts";
import { programFile } from "../programs.ts";
import { temporaryDirectory } from "../temporary.ts";

/** How a bridge is started: by Deno from its file, and by a packaged program, which is its own. */
const WAYS: Record<string, (directory: string, listeners: BridgeListener[]) => string[]> = {
  "Deno": (directory, listeners) => prepareBridge(directory, listeners).argv,
  "a packaged program": (_, listeners) => [
    Deno.execPath(),
    ...["run", "-A", "--no-check", "--quiet", "--cached-only", programFile("packaging/entry.ts")],
    ...[BRIDGE_ARGUMENT, JSON.stringify(listeners)],
  ],
};

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

async function say(port: number, text: string): Promise<string> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(new TextEncoder().encode(text));
  await connection.closeWrite();
  return await new Response(connection.readable).text();
}

for (const [way, argvOf] of Object.entries(WAYS)) {
  Deno.test(`the bridge, run by ${way}, passes connections to a socket or through it, and ends as its program does`, async () => {
    const directory = temporaryDirectory();
    const socket = join(directory, "s");
    const heard: string[] = [];
    const server = Deno.listen({ transport: "unix", path: socket });
    const serving = (async () => {
      for await (const connection of server) {
        const first = new Uint8Array(1000);
        const size = await connection.read(first) ?? 0;
        const text = new TextDecoder().decode(first.subarray(0, size));
        heard.push(text);
        const answer = text.startsWith("CONNECT") ? "HTTP/1.1 200 OK\r\n\r\nin a tunnel" : `plain ${text}`;
        await connection.write(new TextEncoder().encode(answer));
        connection.close();
      }
    })();
    try {
      const [plain, tunnel] = [freePort(), freePort()];
      const listeners = [{ port: plain, socket }, { port: tunnel, socket, target: "127.0.0.1:5432" }];
      const [program = "", ...args] = argvOf(directory, listeners);
      const script = 'trap "" TERM; echo up; echo "dir:$DENO_DIR."; cat; exit 7';
      const child = new Deno.Command(program, {
        args: [...args, "sh", "-c", script],
        stdin: "piped",
        stdout: "piped",
      }).spawn();
      const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
      let printed = "";
      while (!printed.includes("dir:")) printed += (await output.read()).value ?? assert.fail(printed);
      assert.equal(await say(plain, "hello"), "plain hello");
      assert.equal(await say(tunnel, "x"), "in a tunnel");
      assert.match(heard.at(-1)!, /^CONNECT 127\.0\.0\.1:5432 HTTP\/1\.1\r\n\r\n/);
      child.kill("SIGTERM");
      await child.stdin.close();
      assert.equal((await child.status).code, 7, "its program decides when it ends, and how");
      await output.cancel();
    } finally {
      server.close();
      await serving;
      Deno.removeSync(directory, { recursive: true });
    }
  });
}
