import assert from "node:assert/strict";
import { join } from "node:path";
import { temporaryDirectory } from "../temporary.ts";

/** How many files the service may open, and how many connections a command makes. */
const FILES = 200;
const CONNECTIONS = 400;

Deno.test("a command that opens more connections than the service may open files ends neither the service nor its proxy", async () => {
  const directory = temporaryDirectory();
  const socket = join(directory, "proxy");
  const program = join(import.meta.dirname!, "proxy_files.ts");
  const service = new Deno.Command("sh", {
    args: ["-c", `ulimit -n ${FILES}; exec "$@"`, "sh", Deno.execPath(), "run", "-A", program, socket],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const input = service.stdin.getWriter();
  const output = service.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const isAlive = async () => {
    await input.write(new TextEncoder().encode("alive\n")).catch(() => {});
    return (await output.read()).value === "alive\n";
  };
  assert.ok(await isAlive());
  const held: Deno.Conn[] = [];
  try {
    for (let i = 0; i < CONNECTIONS; i++) held.push(await Deno.connect({ transport: "unix", path: socket }));
    assert.ok(await isAlive(), "the service ended");
  } finally {
    for (const each of held) each.close();
  }
  const client = await Deno.connect({ transport: "unix", path: socket });
  await client.write(new TextEncoder().encode("CONNECT pages.test:443 HTTP/1.1\r\n\r\n"));
  assert.match(await new Response(client.readable).text(), /^HTTP\/1\.1 403 /);
  await input.close();
  assert.equal((await service.status).code, 0);
  await output.cancel();
  Deno.removeSync(directory, { recursive: true });
});
