import assert from "node:assert/strict";
import { Socket } from "node:net";
import { harness } from "../harness.ts";
import { Web } from "./web_world.ts";

const ROWS = ["/research/source-metadata", "/research/source-preview"];

/** Counts the connections that this process opens, until it is disposed. */
function watchConnections(): { opened: number } & Disposable {
  const { connect } = Socket.prototype;
  const watch = {
    opened: 0,
    [Symbol.dispose]: () => void (Socket.prototype.connect = connect),
  };
  Socket.prototype.connect = function (this: Socket, ...args: never[]) {
    watch.opened++;
    return (connect as (...args: never[]) => Socket).apply(this, args);
  } as typeof connect;
  return watch;
}

/** By kind: this machine, private networks, links and clouds; as written now, formerly, mapped, embedded and in other digits. */
const HOSTS = {
  own: [
    "127.0.0.1",
    "127.255.255.254",
    "localhost",
    "localhost.",
    "0.0.0.0",
    "[::1]",
    "[::]",
    "[0:0:0:0:0:0:0:1]",
  ],
  private: [
    "10.0.0.1",
    "10.255.255.255",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "[fc00::1]",
    "[fd12:3456::1]",
  ],
  links: [
    "169.254.1.1",
    "169.254.169.254",
    "[fe80::1]",
    "[fd00:ec2::254]",
    "100.100.100.200",
    "168.63.129.16",
  ],
  special: [
    "100.64.0.1",
    "198.18.0.1",
    "192.0.0.192",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "[ff02::1]",
  ],
  legacy: [
    "127.1",
    "127.0.1",
    "0",
    "0x7f.1",
    "0x7f000001",
    "0177.0.0.1",
    "017700000001",
    "2130706433",
    "012.0.0.1",
  ],
  mapped: [
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::ffff:a00:1]",
    "[::ffff:169.254.169.254]",
    "[::127.0.0.1]",
  ],
  embedded: [
    "[64:ff9b::7f00:1]",
    "[64:ff9b:1::a00:1]",
    "[2002:7f00:1::]",
    "[2001:0:7f00:1::]",
    "[2606:4700::5efe:7f00:1]",
  ],
  digits: ["①②⑦.⓪.⓪.①", "１２７.0.0.1", "127。0。0。1", "127.0.0.1.", "%31%32%37.0.0.1"],
};

Deno.test("POST /research/source-metadata, POST /research/source-preview: no form of an address that is not public is connected to", async () => {
  await using h = await harness({ network: { resolve: () => Promise.resolve(["127.0.0.1"]) } });
  await using web = await Web.start((_, answer) => answer.end("inside"));
  using watch = watchConnections();
  for (const host of Object.values(HOSTS).flat()) {
    for (const [scheme, port] of [["http", ""], ["https", ""], ["http", `:${web.host.split(":")[1]}`]]) {
      for (const row of ROWS) {
        const { status, body } = await h.json("POST", row, { url: `${scheme}://${host}${port}/` });
        assert.equal(status, 400, `${scheme}://${host}${port}/: ${JSON.stringify(body)}`);
      }
    }
  }
  assert.equal(watch.opened, 0, "no connection was opened");
  assert.deepEqual(web.requests, []);
  await web.permit(h);
  assert.equal((await h.json("POST", ROWS[0]!, { url: web.url("/") })).status, 200, "the control");
  assert.equal(watch.opened, 1, "the control: connections are counted");
});

Deno.test("POST /research/source-search: an engine at no form of an address that is not public is connected to", async () => {
  await using h = await harness({ network: { resolve: () => Promise.resolve(["127.0.0.1"]) } });
  await using engine = await Web.start((_, answer) => {
    answer.setHeader("content-type", "application/json").end(JSON.stringify({ results: [] }));
  });
  const ask = (searchEngine: Record<string, unknown>) =>
    h.json("POST", "/planner/settings", { searchEngine: { kind: "searxng", ...searchEngine } });
  using watch = watchConnections();
  for (const host of [...Object.values(HOSTS).flat(), "rebind.example"]) {
    for (const port of ["", `:${engine.host.split(":")[1]}`]) {
      const { status } = await ask({ url: `http://${host}${port}/` });
      assert.ok([200, 400].includes(status), `${host}${port}: ${status}`);
      if (status === 400) continue;
      const answer = await h.json("POST", "/research/source-search", { query: "x" });
      assert.equal(answer.status, 400, `${host}${port}: ${JSON.stringify(answer.body)}`);
    }
  }
  assert.equal(watch.opened, 0, "no connection was opened");
  assert.deepEqual(engine.requests, []);
  await ask({ url: engine.url("/"), privateHost: engine.host });
  assert.equal((await h.json("POST", "/research/source-search", { query: "x" })).status, 200, "the control");
  assert.equal(watch.opened, 1, "the control: connections are counted");
});

Deno.test("a name that leads inside is refused, whichever of its addresses does; the sentence names the rule and no address", async () => {
  const names: Record<string, string[]> = {
    "inside.example": ["10.1.2.3"],
    "mixed.example": ["1.1.1.1", "192.168.7.7"],
    "mapped.example": ["::ffff:127.0.0.1"],
    "local.example": ["fd00:ec2::254"],
  };
  await using h = await harness({ network: { resolve: (name) => Promise.resolve(names[name] ?? []) } });
  using watch = watchConnections();
  for (const [name, addresses] of Object.entries(names)) {
    for (const row of ROWS) {
      const { status, body } = await h.json("POST", row, { url: `https://${name}/page` });
      assert.equal(status, 400);
      assert.match(body.error, /not on the public internet/);
      for (const address of addresses) assert.ok(!body.error.includes(address), body.error);
    }
  }
  const unknown = await h.json("POST", ROWS[0]!, { url: "https://unknown.example/" });
  assert.equal(unknown.status, 500, "that a name is unknown is no fault of the address");
  assert.equal(watch.opened, 0);
});

Deno.test("a name that is public when it is looked at, and this machine afterwards, is looked at once", async () => {
  const answers = [["1.1.1.1"], ["127.0.0.1"]];
  const asked: string[] = [];
  const { promise: connecting, resolve: connected } = Promise.withResolvers<string>();
  await using h = await harness({
    network: { resolve: (name) => (asked.push(name), Promise.resolve(answers.shift() ?? [])) },
  });
  const { connect } = Socket.prototype;
  // Instead of a connection to the internet: it is told where it would lead to, and fails.
  Socket.prototype.connect = function (this: Socket, ...args: never[]) {
    const { host, lookup } = ([args] as unknown[]).flat(2)[0] as { host: string; lookup: Lookup };
    lookup(host, { all: false }, (_, address) => connected(address));
    queueMicrotask(() =>
      this.destroy(Object.assign(new Error("stopped by the test"), { code: "ECONNREFUSED" }))
    );
    return this;
  } as typeof connect;
  try {
    const { status } = await h.json("POST", ROWS[0]!, { url: "http://rebind.example/" });
    assert.equal(status, 500);
    assert.equal(await connecting, "1.1.1.1");
    assert.deepEqual(asked, ["rebind.example"]);
  } finally {
    Socket.prototype.connect = connect;
  }
});

type Lookup = (host: string, options: { all: boolean }, done: (error: null, address: string) => void) => void;

Deno.test("a redirect to an address that is not public is refused, and to a file, a user, another port, back to this service", async () => {
  await using h = await harness({ network: { resolve: () => Promise.resolve(["10.0.0.7"]) } });
  await using inner = await Web.start((_, answer) => answer.end("inside"));
  const targets = [
    inner.url("/secret"),
    "http://169.254.169.254/latest/meta-data/",
    "http://[::ffff:127.0.0.1]/",
    "http://2130706433/",
    "http://inside.example/",
    "file:///etc/passwd",
    "http://user:pass@example.org/",
    "http://1.1.1.1:22/",
    `http://127.0.0.1:${h.service.port()}/settings`,
    "gopher://127.0.0.1/",
  ];
  await using outer = await Web.start((asked, answer) => {
    const to = asked.url === "/ok" ? "/end" : targets[Number(asked.url!.slice(1))];
    if (asked.url === "/end") return void answer.end("arrived");
    answer.writeHead(302, { location: to! }).end();
  });
  await outer.permit(h);
  const fine = await h.operator("POST /research/source-metadata", { body: { url: outer.url("/ok") } });
  assert.deepEqual([fine.status, fine.finalUrl, fine.redirects], [200, outer.url("/end"), [
    outer.url("/ok"),
  ]]);
  using watch = watchConnections();
  for (const [i, target] of targets.entries()) {
    for (const row of ROWS) {
      const before = watch.opened;
      const { status, body } = await h.json("POST", row, { url: outer.url(`/${i}`) });
      assert.equal(status, 400, `${target}: ${JSON.stringify(body)}`);
      assert.equal(watch.opened - before, 1, `${target}: only the first server was connected to`);
    }
  }
  assert.deepEqual(inner.requests, []);
});

Deno.test("what is not a web address is refused, and the agent token everywhere", async () => {
  await using h = await harness();
  for (
    const url of [
      "",
      "nonsense",
      "file:///etc/passwd",
      "ftp://a.example/",
      "data:text/html,x",
      "http://u:p@a.example/",
      "http://a.example:25/",
    ]
  ) {
    for (const row of ROWS) assert.equal((await h.json("POST", row, { url })).status, 400, url);
  }
  const bodies = {
    "source-metadata": { url: "https://a.example/" },
    "source-preview": { url: "https://a.example/" },
    "source-search": { query: "x" },
  };
  for (const [row, body] of Object.entries(bodies)) {
    assert.equal((await h.json("POST", `/research/${row}`, body, "agent-token")).status, 403);
  }
  assert.equal((await h.json("POST", "/planner/settings", { privateHosts: ["everything"] })).status, 400);
});
