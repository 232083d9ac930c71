import assert from "node:assert/strict";
import { join } from "node:path";
import { parseAllowedHost } from "../../services/machine/network/allowed_host.ts";
import { openNetworkProxy } from "../../services/machine/network/proxy.ts";
import { temporaryDirectory } from "../temporary.ts";

Deno.test("a request whose host is still being looked up when the network is closed is not passed on", async () => {
  const directory = temporaryDirectory();
  const upstream = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = upstream.addr;
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string[]>();
  const proxy = openNetworkProxy(
    join(directory, "proxy"),
    { allowed: [parseAllowedHost(`mirror.test:${port}`)!], servicePort: () => 4317 },
    () => (asked.resolve(), answer.promise),
  );
  const client = await Deno.connect({ transport: "unix", path: join(directory, "proxy") });
  await client.write(new TextEncoder().encode(`POST http://mirror.test:${port}/ HTTP/1.1\r\n\r\n`));
  await asked.promise;
  proxy.cut();
  answer.resolve(["127.0.0.1"]);
  assert.equal(await new Response(client.readable).text(), "");
  const reached = upstream.accept().then(
    (connection) => new Response(connection.readable).text(),
    () => null,
  );
  await proxy.close();
  upstream.close();
  assert.equal(await reached, null);
  Deno.removeSync(directory, { recursive: true });
});
