import assert from "node:assert/strict";
import { join } from "node:path";
import { parseAllowedHost } from "../../services/machine/network/allowed_host.ts";
import { openNetworkProxy } from "../../services/machine/network/proxy.ts";
import { temporaryDirectory } from "../temporary.ts";

type World = {
  /** The port of a server on this machine's loopback that nobody should reach. */
  port: number;
  /** How many connections that server saw. */
  reached: () => number;
  /** Sends bytes to a proxy with these hosts on its list, and returns all of its answer. */
  ask: (request: string, hosts: readonly string[]) => Promise<string>;
  /** What the proxies counted, in order. */
  uses: ReturnType<ReturnType<typeof openNetworkProxy>["use"]>[];
};

/** A server on loopback, and proxies whose names resolve as the test says, each time anew. */
async function withProxy(
  work: (world: World) => Promise<void>,
  { names = {}, servicePort = 4317 }: {
    names?: Record<string, string[][]>;
    servicePort?: number | "server";
  } = {},
): Promise<void> {
  const directory = temporaryDirectory();
  let reached = 0;
  const listener = Deno.listen({ hostname: "0.0.0.0", port: 0 });
  const serving = (async () => {
    for await (const connection of listener) {
      reached++;
      const buffer = new Uint8Array(65_536);
      const size = await connection.read(buffer) ?? 0;
      const said = new TextDecoder().decode(buffer.subarray(0, size));
      await connection.write(
        new TextEncoder().encode(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nheard ${said}`),
      );
      connection.close();
    }
  })();
  const { port } = listener.addr;
  const answers = structuredClone(names);
  const resolve = (host: string) => {
    const answer = answers[host]?.shift();
    return answer ? Promise.resolve(answer) : Promise.reject(new Error("no such name"));
  };
  const uses: World["uses"] = [];
  const ask = async (request: string, hosts: readonly string[]) => {
    const socket = join(directory, "proxy");
    const allowed = hosts.map((host) => parseAllowedHost(host)!);
    const own = servicePort === "server" ? port : servicePort;
    const proxy = openNetworkProxy(
      socket,
      { allowed, servicePort: () => own },
      names === undefined ? undefined : resolve,
    );
    try {
      const client = await Deno.connect({ transport: "unix", path: socket });
      await client.write(new TextEncoder().encode(request));
      if (/^(?!CONNECT)/.test(request)) await client.closeWrite();
      return await new Response(client.readable).text();
    } finally {
      uses.push(proxy.use());
      await proxy.close();
    }
  };
  try {
    await work({ port, reached: () => reached, ask, uses });
  } finally {
    listener.close();
    await serving;
    Deno.removeSync(directory, { recursive: true });
  }
}

/** The names of the system, which know addresses in every spelling. */
const spelled = (host: string) => ({ [host]: Array.from({ length: 10 }, () => ["127.0.0.1"]) });

Deno.test("the network proxy passes on what is allowed, tunnel or not, and counts it", () =>
  withProxy(async ({ port, ask, uses }) => {
    const hosts = [`mirror.test:${port}`];
    assert.match(
      await ask(`CONNECT mirror.test:${port} HTTP/1.1\r\n\r\nhello`, hosts),
      /^HTTP\/1\.1 200 .+\r\n\r\nHTTP\/1\.1 200 OK\r\n[^]*heard hello$/,
    );
    const plain = await ask(`GET http://mirror.test:${port}/x HTTP/1.1\r\nHost: evil.test\r\n\r\n`, hosts);
    assert.match(plain, /heard GET \/x HTTP\/1\.1\r\nHost: mirror\.test:\d+\r\nConnection: close/);
    const [tunnel] = uses;
    assert.deepEqual(tunnel?.refused, []);
    assert.deepEqual(tunnel?.hosts, [
      { host: `mirror.test:${port}`, connections: 1, sentBytes: 5, receivedBytes: 49 },
    ]);
  }, { names: { "mirror.test": [["127.0.0.1"], ["127.0.0.1"]] } }));

Deno.test("the network proxy refuses what is not on the list, in one line that says what allows it", () =>
  withProxy(async ({ port, reached, ask, uses }) => {
    const answer = await ask(`CONNECT evil.test:${port} HTTP/1.1\r\n\r\n`, ["mirror.test"]);
    assert.match(answer, /^HTTP\/1\.1 403 .*evil\.test/);
    assert.match(
      answer,
      /\r\n\r\nThe connection to evil\.test:\d+ was refused: .+ add "hosts": \["evil\.test:\d+"\]/,
    );
    assert.deepEqual([reached(), uses[0]?.refused[0]?.reason], [0, "not_listed"]);
  }, { names: { "evil.test": [["127.0.0.1"]] } }));

const SPELLINGS = [
  "127.0.0.1",
  "127.1",
  "0x7f.0.0.1",
  "0177.1",
  "2130706433",
  "0.0.0.0",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "localhost",
];

Deno.test("the network proxy refuses every spelling of loopback that is not on the list, and takes the one that is", () =>
  withProxy(async ({ port, reached, ask }) => {
    for (const host of SPELLINGS) {
      assert.match(
        await ask(`CONNECT ${host}:${port} HTTP/1.1\r\n\r\n`, ["*.test", "a.test:443"]),
        /^HTTP\/1\.1 403 /,
        host,
      );
    }
    assert.equal(reached(), 0);
    const control = await ask(`CONNECT 127.1:${port} HTTP/1.1\r\n\r\nhi`, [`127.0.0.1:${port}`]);
    assert.match(control, /heard hi$/, "the control: the server answers");
  }, { names: spelled("127.0.0.1") }));

const PRIVATE = [
  "127.0.0.1",
  "10.1.2.3",
  "172.16.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "224.0.0.1",
  "::1",
  "::",
  "fe80::1",
  "fd00::1",
  "::ffff:127.0.0.1",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
  "ff02::1",
];

Deno.test("the network proxy refuses a name on the list whose address is not public", async () => {
  for (const address of PRIVATE) {
    await withProxy(async ({ ask, uses }) => {
      assert.match(
        await ask("CONNECT x.test:80 HTTP/1.1\r\n\r\n", ["x.test", "*.test:80"]),
        /^HTTP\/1\.1 403 /,
        address,
      );
      assert.equal(uses[0]?.refused[0]?.reason, "not_public", address);
    }, { names: { "x.test": [[address]] } });
  }
});

Deno.test("the network proxy connects to the address that it checked: a name is resolved once", async () => {
  const names = { "rebind.test": [["127.0.0.1"]] };
  await withProxy(async ({ port, ask }) => {
    // A second look would find no such name.
    const answer = await ask(`CONNECT rebind.test:${port} HTTP/1.1\r\n\r\nhi`, [`rebind.test:${port}`]);
    assert.match(answer, /heard hi$/);
  }, { names });
});

Deno.test("the network proxy never reaches this service, although the list names it in every spelling", async () => {
  const own = Deno.networkInterfaces().filter(({ family }) => family === "IPv4").map(({ address }) =>
    address
  );
  const hosts = [...SPELLINGS, ...own, "me.test"];
  const names = Object.fromEntries(
    ["127.0.0.1", "0.0.0.0", "::1", "::ffff:7f00:1", "localhost", "me.test", ...own].map((host) => [
      host,
      Array.from({ length: 30 }, () => ["me.test", "localhost"].includes(host) ? ["127.0.0.1"] : [host]),
    ]),
  );
  await withProxy(async ({ port, ask, reached, uses }) => {
    const listed = hosts.map((host) => `${host}:${port}`);
    for (const host of hosts) {
      assert.match(await ask(`CONNECT ${host}:${port} HTTP/1.1\r\n\r\n`, listed), /^HTTP\/1\.1 403 /, host);
      assert.match(
        await ask(`GET http://${host}:${port}/ HTTP/1.1\r\n\r\n`, listed),
        /^HTTP\/1\.1 403 /,
        host,
      );
    }
    assert.deepEqual(
      new Set(uses.flatMap((use) => use?.refused.map(({ reason }) => reason))),
      new Set(["own_service"]),
    );
    assert.equal(reached(), 0);
  }, { names, servicePort: "server" });
  await withProxy(async ({ port, ask }) => {
    assert.match(
      await ask(`CONNECT me.test:${port} HTTP/1.1\r\n\r\nx`, [`me.test:${port}`]),
      /heard x$/,
      "the control",
    );
  }, { names });
});

Deno.test("the network proxy takes one request on a connection, and no head without an end", () =>
  withProxy(async ({ port, ask, reached }) => {
    const first = `GET http://mirror.test:${port}/ HTTP/1.1\r\n\r\n`;
    const second = `GET http://evil.test:${port}/ HTTP/1.1\r\n\r\n`;
    const both = await ask(first + second, [`mirror.test:${port}`]);
    assert.equal(both.match(/HTTP\/1\.1 200/g)?.length, 1);
    assert.equal(reached(), 1);
    assert.match(
      await ask(`GET http://mirror.test:${port}/ HTTP/1.1\r\nX: ${"x".repeat(20_000)}`, []),
      /^HTTP\/1\.1 431 /,
    );
    assert.match(await ask("SSH-2.0-x\r\n\r\n", []), /^HTTP\/1\.1 400 /);
  }, { names: { "mirror.test": [["127.0.0.1"]], "evil.test": [["127.0.0.1"]] } }));
