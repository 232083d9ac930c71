import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import dgram from "node:dgram";
import { join } from "node:path";
import { findProgram } from "../../services/ground/kernel/find_program.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { sandboxTest } from "../sandbox.ts";
import { temporaryDirectory } from "../temporary.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { runToRest } from "./scenario.ts";

const PROBES = Deno.readTextFileSync(new URL("./network_probes.ts", import.meta.url));

const settings = (h: Harness, value: unknown) =>
  Deno.writeTextFileSync(join(h.directory, "sandbox.json"), JSON.stringify(value));

/** Everything that this machine offers besides the network, with something that answers. Dispose it. */
class Surroundings implements AsyncDisposable {
  readonly directory = temporaryDirectory();
  readonly #servers: Deno.HttpServer[] = [];
  readonly #datagrams = dgram.createSocket("udp4");
  readonly abstract = `agent-harness-test-${crypto.randomUUID()}`;

  static async open() {
    const made = new Surroundings();
    const answer = () => new Response("here");
    const serve = (options: Deno.ServeTcpOptions | Deno.ServeUnixOptions) =>
      made.#servers.push(
        Deno.serve({ ...options, onListen: () => {} } as Deno.ServeTcpOptions, answer) as Deno.HttpServer,
      );
    serve({ hostname: "0.0.0.0", port: 0 });
    serve({ path: `\0${made.abstract}` });
    serve({ path: join(made.directory, "agent.sock") });
    made.#datagrams.on("message", (_, from) => made.#datagrams.send("here", from.port, from.address));
    await new Promise<void>((resolve) => made.#datagrams.bind(0, "127.0.0.1", resolve));
    return made;
  }

  get argument(): string {
    const { port } = this.#servers[0]!.addr as Deno.NetAddr;
    const addresses = Deno.networkInterfaces().filter(({ family }) => family === "IPv4").map(({ address }) =>
      address
    );
    return JSON.stringify({
      port,
      udp: this.#datagrams.address().port,
      abstract: this.abstract,
      socket: join(this.directory, "agent.sock"),
      addresses,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.shutdown()));
    await new Promise<void>((resolve) => this.#datagrams.close(() => resolve()));
    Deno.removeSync(this.directory, { recursive: true });
  }
}

/** What the output of each command of a run says that it has reached, by purpose. */
async function probed(
  h: Harness,
  repository: TestRepository,
  { argument, directory }: Surroundings,
): Promise<string[]> {
  const deno = Deno.realPathSync(Deno.execPath());
  // A sandbox has a home of its own; without one the home is the process's, which other tests change for a moment.
  const file = `"$([ -w ${directory} ] && echo ${directory} || echo ~)/setup.txt"`;
  const probe = `${deno} run -A --no-config --no-lock probes.ts '${argument}'`;
  const run = await runToRest(h, repository, {
    request: `run ${probe} > worker.txt`,
    setup: { command: `${probe} > ${file}` },
    verifier: { command: `cat ${file} worker.txt; ${probe}; exit 1` },
  });
  const [kept] = run.traces.items.filter(({ type }) => type === "evaluation.completed");
  assert.ok(kept, run.statusDetail ?? JSON.stringify(run.waitingFor));
  const { content } = await h.operator("GET /runs/:id/artifact", {
    params: { id: run.id },
    query: { path: "verification/round-1.txt" },
  });
  assert.equal(content?.match(/^probed$/gm)?.length, 3, content ?? "");
  return [...new Set(content?.match(/^reached .*/gm) ?? [])];
}

sandboxTest(
  "no command of a run reaches this machine's loopback, addresses, sockets, datagrams or raw sockets, with the network or without",
  async () => {
    using repository = TestRepository.make({ "probes.ts": PROBES });
    await using surroundings = await Surroundings.open();
    await using h = await harness({ workers: 1 });
    const readable = [Deno.realPathSync(Deno.execPath())];
    settings(h, { readable });
    assert.deepEqual(await probed(h, repository, surroundings), []);
    settings(h, { readable, network: ["setup", "worker", "verifier"] });
    assert.deepEqual(await probed(h, repository, surroundings), []);
    settings(h, { sandbox: false });
    const open = (await probed(h, repository, surroundings)).join("\n");
    for (
      const what of [
        /tcp 127\.0\.0\.1/,
        /tcp localhost/,
        /abstract socket/,
        /socket of the file system/,
        /udp/,
      ]
    ) assert.match(open, what, "the control: without a sandbox it is reached");
    assert.deepEqual(h.rebuildDifferences(), []);
  },
);

/** A registry of one package, on a free port of loopback. */
async function withRegistry(work: (port: number, requests: () => string[]) => Promise<void>): Promise<void> {
  const directory = temporaryDirectory();
  const requests: string[] = [];
  try {
    Deno.mkdirSync(join(directory, "package"));
    const own = { name: "small", version: "1.0.0", main: "index.js" };
    Deno.writeTextFileSync(join(directory, "package/package.json"), JSON.stringify(own));
    Deno.writeTextFileSync(join(directory, "package/index.js"), 'module.exports = "from the registry";');
    const packed = await new Deno.Command("tar", { args: ["czf", "small.tgz", "package"], cwd: directory })
      .output();
    assert.ok(packed.success);
    const archive = Deno.readFileSync(join(directory, "small.tgz"));
    const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
    await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
      const { pathname, origin } = new URL(request.url);
      requests.push(`${pathname} ${request.headers.get("authorization") ?? ""}`.trim());
      if (pathname.endsWith(".tgz")) return new Response(archive);
      if (pathname !== "/small") return new Response("{}", { status: 404 });
      const dist = { tarball: `${origin}/small/-/small-1.0.0.tgz`, integrity };
      return Response.json({
        name: "small",
        "dist-tags": { latest: "1.0.0" },
        versions: { "1.0.0": { ...own, dist } },
      });
    });
    await work(server.addr.port, () => requests);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}

const npm = findProgram("npm", Deno.env.get("PATH") ?? "");
if (npm === null) {
  const sentence = "\n!!! Tests of setup with npm are left out: npm is not installed.\n";
  Deno.stderr.writeSync(new TextEncoder().encode(sentence));
}

/** A test that needs a sandbox and npm. */
const npmTest = (name: string, fn: () => Promise<void>) => npm === null ? undefined : sandboxTest(name, fn);

const INSTALL = "npm install --no-audit --no-fund --no-update-notifier --no-save small@1.0.0";
const REQUIRE = `node -e 'process.exit(require("small") === "from the registry" ? 0 : 1)'`;

npmTest(
  "setup reaches a registry on loopback that the person named exactly, and what it moved is on the run, the review and in the log",
  () =>
    withRegistry(async (port, requests) => {
      using repository = TestRepository.make({ "package.json": "{}" });
      await using h = await harness({ workers: 1 });
      const asked = {
        request: 'create a.txt with "x"',
        setup: { command: INSTALL },
        verifier: { command: REQUIRE },
      };
      const registry = `http://127.0.0.1:${port}/`;
      const setupEnvironment = { npm_config_registry: registry, npm_config_fetch_retries: "0" };
      settings(h, { setupEnvironment, defaultHosts: false });
      const refused = await runToRest(h, repository, { ...asked, onFailure: "fail" });
      assert.equal(refused.status, "failed", "the control: without the line it is not reached");
      assert.deepEqual(requests(), []);

      settings(h, { setupEnvironment, defaultHosts: false, hosts: [`127.0.0.1:${port}`] });
      const waiting = await runToRest(h, repository, asked);
      assert.equal(waiting.evaluation?.outcome, "passed", waiting.statusDetail);
      assert.ok(requests().includes("/small"));
      const host = waiting.network?.hosts.find((each) => each.host === `127.0.0.1:${port}`);
      assert.ok(host && host.receivedBytes > 200 && host.sentBytes > 100 && host.connections > 0);
      assert.match(
        waiting.networkSummary,
        new RegExp(`^Used: 127\\.0\\.0\\.1:${port} \\(.+ in, .+ out\\)\\.$`),
      );
      const review = await h.operator("GET /approvals/:id", { params: { id: pendingOf(waiting).id } });
      assert.equal(review.network, waiting.networkSummary);
      assert.ok(waiting.traces.items.some(({ type }) => type === "run.network_used"));
      assert.deepEqual(h.rebuildDifferences(), []);
    }),
);

npmTest(
  "setup gets a stored secret as a variable, with a receipt, and no output shows it",
  () =>
    withRegistry(async (port, requests) => {
      using repository = TestRepository.make({
        ".npmrc": `//127.0.0.1:${port}/:_authToken=\${REGISTRY_TOKEN}\n`,
      });
      await using h = await harness({ workers: 1 });
      const value = "a-canary-that-nobody-may-see-5f1c9d";
      const { id } = await h.operator("POST /secrets", { body: { name: "registry", kind: "token", value } });
      settings(h, {
        hosts: [`127.0.0.1:${port}`],
        setupEnvironment: {
          npm_config_registry: `http://127.0.0.1:${port}/`,
          REGISTRY_TOKEN: { secret: "registry" },
        },
      });
      const waiting = await runToRest(h, repository, {
        request: 'run echo "worker:$REGISTRY_TOKEN."',
        setup: { command: `echo "token $REGISTRY_TOKEN"; ${INSTALL}` },
        verifier: { command: 'test -z "$REGISTRY_TOKEN"' },
      });
      assert.equal(waiting.evaluation?.outcome, "passed", waiting.statusDetail);
      assert.ok(requests().includes(`/small Bearer ${value}`), "the registry saw it");
      const receipts = h.store.events.after(0, 10_000).filter(({ type }) => type === "secret.used");
      assert.ok(receipts.length > 0 && receipts.every(({ stream }) => stream === `secret/${id}`));
      assert.deepEqual((receipts[0]?.data as { call: string; runId: string }).call, "setup.variable");
      assert.equal(JSON.stringify(h.store.events.after(0, 10_000)).includes(value), false);
    }),
);

sandboxTest(
  "a refused host is told in the output, on the run, and with the line that allows it",
  async () => {
    using repository = TestRepository.make({ "a.txt": "hello\n" });
    await using h = await harness({ workers: 1 });
    const run = await runToRest(h, repository, {
      request: 'append "x" to a.txt',
      setup: { command: "git ls-remote https://evil.example/x; exit 7" },
      onFailure: "fail",
    });
    assert.deepEqual([run.status, run.statusReason], ["failed", "command_failed"]);
    const sentence =
      /The connection to evil\.example:443 was refused: it is not on the list of allowed hosts\. To allow it, add "hosts": \["evil\.example"\] to sandbox\.json\./;
    assert.match(run.statusDetail!, sentence);
    assert.match(run.networkSummary, sentence);
    assert.deepEqual(run.network, {
      hosts: [],
      refused: [{ host: "evil.example:443", reason: "not_listed", attempts: 1 }],
    });
    assert.deepEqual(h.rebuildDifferences(), []);
  },
);

sandboxTest(
  "a run whose commands used no network says so; one outside of a sandbox says that it is unknown",
  async () => {
    using repository = TestRepository.make({ "a.txt": "hello\n" });
    await using h = await harness({ workers: 1 });
    const asked = { request: "run touch made.txt" };
    const quiet = await runToRest(h, repository, asked);
    assert.equal(quiet.networkSummary, "No network was used.");
    settings(h, { sandbox: false });
    const open = await runToRest(h, repository, asked);
    assert.match(open.networkSummary, /^Commands ran outside a sandbox, where network use is not recorded/);
  },
);
