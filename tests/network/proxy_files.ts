import { openNetworkProxy } from "../../services/machine/network/proxy.ts";

/** A service with few files: opens a proxy at the given path, and answers each line of its input, so that a test sees it live. */
const [socket = ""] = Deno.args;
// As the service does: Deno ends a program that first needs it when no file is left to open.
Deno.addSignalListener("SIGTERM", () => {});
const proxy = openNetworkProxy(socket, { allowed: [], servicePort: () => 4317 });
for await (const line of Deno.stdin.readable) Deno.stdout.writeSync(line);
await proxy.close();
