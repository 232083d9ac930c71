// Runs inside of a sandbox, which has only its own loopback. It listens there and passes connections on to
// unix sockets of the service. Arguments: a word that is skipped, the listeners as JSON, the program with its arguments.
import { spawn } from "node:child_process";
import { connect, createServer } from "node:net";
import { constants } from "node:os";
import { Buffer } from "node:buffer";
import process from "node:process";

const [listeners, program, ...args] = process.argv.slice(3);
// They were set for this program alone, so that nothing of it stays in the command's home.
const { DENO_DIR: _, DENO_NO_UPDATE_CHECK: _1, ...environment } = process.env;
// The service signals the whole group: the command decides when it ends, and this program ends with it.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {});

await Promise.all(JSON.parse(listeners).map(listen));

const child = spawn(program, args, { stdio: "inherit", env: environment });
child.on("error", (error) => {
  process.stderr.write(`${program} could not be started: ${error.message}\n`);
  process.exit(127);
});
child.on("exit", (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code ?? 1));

function listen({ port, socket, target }) {
  return new Promise((resolve, reject) => {
    const server = createServer({ allowHalfOpen: true }, (client) => pass(client, socket, target));
    server.on("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
}

function pass(client, socket, target) {
  const upstream = connect({ path: socket, allowHalfOpen: true });
  client.on("error", () => upstream.destroy());
  upstream.on("error", () => client.destroy());
  client.on("close", () => upstream.destroy());
  if (!target) return join(client, upstream);
  upstream.write(`CONNECT ${target} HTTP/1.1\r\n\r\n`);
  let head = "";
  upstream.on("data", function answered(bytes) {
    head += bytes.toString("latin1");
    const end = head.indexOf("\r\n\r\n");
    if (end < 0) return;
    upstream.removeListener("data", answered);
    upstream.pause();
    if (!/^HTTP\/1\.1 200 /.test(head)) return client.destroy();
    client.write(Buffer.from(head.slice(end + 4), "latin1"));
    join(client, upstream);
  });
}

function join(client, upstream) {
  client.pipe(upstream);
  upstream.pipe(client);
}
