import assert from "node:assert/strict";
import { request as plainRequest } from "node:http";
import { isPublicAddress } from "../../services/machine/network/address.ts";
import { World } from "./world.ts";

/** Asks as a program does that looks at an address first and connects to the name then. */
async function askUnpinned(world: World, host: string, port: number): Promise<string> {
  const { resolve } = world.network;
  assert.ok((await resolve(host)).every(isPublicAddress), "what it looked at was public");
  const { promise, resolve: done, reject } = Promise.withResolvers<string>();
  plainRequest({
    host,
    port,
    agent: false,
    lookup: (name, { all }, callback) =>
      void resolve(name).then(([address = ""]) =>
        all ? callback(null, [{ address, family: 4 }]) : callback(null, address, 4)
      ),
  }, (answer) => answer.on("data", (bytes) => done(String(bytes)))).on("error", reject).end();
  return await promise;
}

Deno.test("a name that is public when it is looked at and this machine afterwards is never asked here", async () => {
  await using world = new World();
  const inner = await world.site((_, answer) => answer.end("inner secret"), { port: 0 });

  world.names.set("rebind.example", [["1.1.1.1"], ["127.0.0.1"]]);
  assert.equal(
    await askUnpinned(world, "rebind.example", inner.port),
    "inner secret",
    "the control is attacked",
  );
  assert.equal(inner.requests.length, 1);

  world.names.set("rebind.example", [["127.0.0.9"], ["127.0.0.1"]]); // nothing listens on the first
  world.lookups.length = 0;
  const here = [`rebind.example:${inner.port}`]; // as exact a permission as there is, so that nothing but the pin protects
  const limits = { connectMilliseconds: 200 };
  const refused = await world.refusal(world.ask(`http://rebind.example:${inner.port}/`, { here, limits }));
  assert.match(refused.reason, /^(?:too_slow|unreachable)$/);
  assert.deepEqual(world.lookups, ["rebind.example"], "resolved once");
  assert.equal(inner.requests.length, 1);
});

Deno.test("a name is connected to where it was resolved to, whatever it resolves to next", async () => {
  await using world = new World();
  const first = await world.site((_, answer) => answer.end("first"), { hostname: "127.0.0.1" });
  const second = await world.site((_, answer) => answer.end("second"), {
    hostname: "127.0.0.2",
    port: first.port,
  });
  world.names.set("site.example", [["127.0.0.1"], ["127.0.0.2"]]);
  const here = [`site.example:${first.port}`];
  const { body, receipt } = await world.ask(`http://site.example:${first.port}/`, { here });
  assert.equal(new TextDecoder().decode(body), "first");
  assert.equal(receipt.hops[0]!.address, "127.0.0.1");
  const next = await world.ask(`http://site.example:${first.port}/`, { here });
  assert.equal(new TextDecoder().decode(next.body), "second", "the control: it would have led elsewhere");
  assert.equal(second.requests.length, 1);
});

Deno.test("one address that is not public refuses a name with all of its others", async () => {
  await using world = new World();
  world.names.set("mixed.example", [["1.1.1.1", "10.0.0.1"]]);
  const refused = await world.refusal(world.ask("https://mixed.example/"));
  assert.equal(refused.reason, "not_public");
  assert.equal(refused.code, "invalid");
  assert.equal(
    refused.message,
    "mixed.example:443 was refused: it has an address that is not on the public internet.",
  );
});

Deno.test("no spelling of an address that is not public is asked", async () => {
  await using world = new World();
  const hosts = [
    ...[
      "127.0.0.1",
      "127.1",
      "0x7f.1",
      "0177.0.0.1",
      "2130706433",
      "0x7f000001",
      "017700000001",
      "①②⑦.0.0.1",
    ],
    ...[
      "127.0.0.1.",
      "0",
      "0.0.0.0",
      "10.1.2.3",
      "172.16.0.1",
      "192.168.1.1",
      "169.254.169.254",
      "100.64.0.1",
    ],
    ...["100.100.100.200", "168.63.129.16", "224.0.0.1", "255.255.255.255", "198.18.0.1", "192.0.0.192"],
    ...[
      "[::1]",
      "[::]",
      "[0:0:0:0:0:0:0:1]",
      "[::ffff:127.0.0.1]",
      "[::ffff:7f00:1]",
      "[::127.0.0.1]",
      "[fe80::1]",
    ],
    ...[
      "[fc00::1]",
      "[fd00:ec2::254]",
      "[ff02::1]",
      "[64:ff9b::7f00:1]",
      "[64:ff9b:1::a00:1]",
      "[2002:7f00:1::]",
    ],
    ...[
      "[2001:0:7f00:1::]",
      "[2606:4700::5efe:127.0.0.1]",
      "[2606:4700:0:0:200:5efe:7f00:1]",
      "[2001:db8::1]",
    ],
    ...[
      "192.0.2.1",
      "198.51.100.1",
      "203.0.113.9",
      "localhost",
      "a.localhost",
      "printer.local",
      "db.internal",
    ],
    ...[
      "router.home.arpa",
    ],
  ];
  for (const host of hosts) {
    const refused = await world.refusal(world.ask(`http://${host}/`));
    assert.equal(refused.reason, "not_public", `${host}: ${refused.message}`);
  }
  assert.deepEqual(world.lookups, [], "neither an address nor a special name is looked up");
  assert.ok(isPublicAddress("2606:4700::1111") && isPublicAddress("1.1.1.1"), "the control");
});

Deno.test("what is not a plain address of the web is refused with a sentence", async () => {
  await using world = new World();
  const refusals = {
    "file:///etc/passwd": "The address must begin with https:// or http://, not with file:.",
    "ftp://a.example/": "The address must begin with https:// or http://, not with ftp:.",
    "https://user:secret@a.example/":
      "The address contains a user or a password. Store these as a secret instead.",
    "nonsense": '"nonsense" is not an address such as https://example.org/.',
  };
  for (const [url, sentence] of Object.entries(refusals)) {
    const refused = await world.refusal(world.ask(url));
    assert.deepEqual([refused.reason, refused.message], ["invalid_address", sentence]);
  }
  world.names.set("a.example", [["1.1.1.1"]]);
  const port = await world.refusal(world.ask("https://a.example:22/"));
  assert.equal(port.message, "a.example:22 was refused: only the ports 80 and 443 are allowed.");
  const unknown = await world.refusal(world.ask("https://unknown.example/"));
  assert.equal(unknown.reason, "unresolved");
  assert.equal(unknown.code, "unavailable");
});

Deno.test("an exact permission opens one host and port, never this service and never where a cloud answers", async () => {
  await using world = new World();
  const site = await world.site((_, answer) => answer.end("lan"));
  const here = [`127.0.0.1:${site.port}`];
  assert.equal((await world.ask(`http://127.0.0.1:${site.port}/`, { here })).status, 200, "the control");
  world.servicePort = site.port;
  const own = await world.refusal(world.ask(`http://127.0.0.1:${site.port}/`, { here }));
  assert.equal(own.reason, "own_service");
  const cloud = await world.refusal(world.ask("http://169.254.169.254/", { here: ["169.254.169.254:80"] }));
  assert.equal(cloud.reason, "not_public");
  assert.equal(site.requests.length, 1);
});

Deno.test("variables that name a proxy change nothing", async () => {
  const script = `
    import { createServer } from "node:http";
    import { request } from ${
    JSON.stringify(import.meta.resolve("../../services/accounts/outbound/request.ts"))
  };
    import { sendPinned } from ${
    JSON.stringify(import.meta.resolve("../../services/accounts/outbound/pinned.ts"))
  };
    const server = createServer((_, answer) => answer.end("direct")).listen(0, "127.0.0.1", async () => {
      const { port } = server.address();
      const network = { servicePort: () => 1, authorities: [], send: sendPinned, now: () => new Date(), resolve: () => Promise.resolve(["127.0.0.1"]) };
      const asked = { url: "http://a.example:" + port + "/", allowed: [{ host: "a.example", port }] };
      const { body } = await request(network, asked);
      await Deno.stdout.write(body);
      Deno.exit();
    });`;
  const command = new Deno.Command(Deno.execPath(), {
    args: ["eval", script],
    env: { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: "http://127.0.0.1:1", HTTPS_PROXY: "http://127.0.0.1:1" },
  });
  const { stdout, stderr } = await command.output();
  assert.equal(new TextDecoder().decode(stdout), "direct", new TextDecoder().decode(stderr));
});
