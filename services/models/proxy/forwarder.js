// Runs inside of a sandbox that has no network, with deno or node: lets the program that it starts reach one unix socket
// of the service as 127.0.0.1:<port>. Arguments: socket, port, then the program with its arguments.
import { spawn } from "node:child_process";
import { connect, createServer } from "node:net";
import process from "node:process";

const [socket, port, program, ...args] = process.argv.slice(2);

const server = createServer({ allowHalfOpen: true }, (client) => {
  const upstream = connect({ path: socket, allowHalfOpen: true });
  client.pipe(upstream);
  upstream.pipe(client);
  client.on("error", () => upstream.destroy());
  upstream.on("error", () => client.destroy());
});

server.listen(Number(port), "127.0.0.1", () => {
  const child = spawn(program, args, { stdio: "inherit" });
  child.on("error", (error) => {
    process.stderr.write(`${program} could not be started: ${error.message}\n`);
    process.exit(127);
  });
  child.on("exit", (code, signal) => process.exit(signal ? 128 : code ?? 1));
});
