/**
 * Tries to reach what no sandboxed command may reach, and prints a line `reached <what>` for each success. It runs inside of the
 * sandbox with the arguments that `network_test.ts` gives as JSON.
 */
import dgram from "node:dgram";
import net from "node:net";

const { port, udp, abstract, socket, addresses } = JSON.parse(Deno.args[0] ?? "{}");

const tell = (what: string) => Deno.stdout.writeSync(new TextEncoder().encode(`reached ${what}\n`));

/** Whether a connection can be made and the other side says something. */
const answers = (options: net.NetConnectOpts, question = "") =>
  new Promise<string | null>((resolve) => {
    const connection = net.connect(options);
    connection.on("connect", () => connection.write(question || "GET / HTTP/1.0\r\n\r\n"));
    connection.on("data", (bytes) => (resolve(bytes.toString()), connection.destroy()));
    connection.on("error", () => resolve(null));
    connection.on("close", () => resolve(null));
  });

for (const host of ["127.0.0.1", "localhost", "127.0.0.2", ...addresses]) {
  if (await answers({ host, port }) !== null) tell(`tcp ${host}`);
}
for (const [name, path] of [["abstract socket", `\0${abstract}`], ["socket of the file system", socket]]) {
  if (await answers({ path: path! }) !== null) tell(name!);
}
const known = [
  "/run/docker.sock",
  "/var/run/docker.sock",
  "/run/dbus/system_bus_socket",
  "/tmp/.X11-unix/X0",
];
const agents = ["SSH_AUTH_SOCK", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "XDG_RUNTIME_DIR"];
for (const path of known) if (await answers({ path }) !== null) tell(path);
for (const name of agents) if (Deno.env.get(name)) tell(`the variable ${name}`);

const proxy = Deno.env.get("HTTP_PROXY");
if (proxy) {
  for (const host of ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0x7f.1", "0", ...addresses]) {
    const at = { host: "127.0.0.1", port: Number(new URL(proxy).port) };
    const answer = await answers(at, `CONNECT ${host}:${port} HTTP/1.1\r\n\r\n`) ?? "";
    if (!/^HTTP\/1\.1 403 /.test(answer)) tell(`${host} through the proxy: ${answer}`);
  }
}

const datagrams = dgram.createSocket("udp4");
const heard = Promise.withResolvers<boolean>();
datagrams.on("message", () => heard.resolve(true));
datagrams.on("error", () => heard.resolve(false));
datagrams.send("hi", udp, "127.0.0.1", (error) => error && heard.resolve(false));
// Nobody says that a datagram is lost; the one that arrives is answered at once.
const patience = setTimeout(() => heard.resolve(false), 1_000);
if (await heard.promise) tell("udp");
clearTimeout(patience);

const { code } = await new Deno.Command("perl", {
  args: ["-e", "use Socket; exit(socket(my $s, AF_INET, SOCK_RAW, 1) ? 0 : 1)"],
}).output().catch(() => ({ code: 1 }));
if (code === 0) tell("a raw socket");
Deno.stdout.writeSync(new TextEncoder().encode("probed\n"));
Deno.exit(0);
