import assert from "node:assert/strict";
import { join } from "node:path";
import { unpackTar } from "modern-tar";
import { findProgram } from "../../services/ground/kernel/find_program.ts";
import { ROOT } from "../kit/root.ts";
import { makeRepository } from "../cli/fixture.ts";
import { BILL_FILE } from "../../packaging/packages/bill.ts";
import { temporaryDirectory } from "../temporary.ts";
import { type Bill, billFaults, containedPackages, mappedPackages } from "./bill.ts";

const path = Deno.env.get("PATH") ?? "";
const [npm, node] = [findProgram("npm", path), findProgram("node", path)];

/** Lays a packed package out as npm installs it; its Deno is the one that runs the tests. */
async function install(tarball: string, into: string): Promise<string> {
  const packed = (await Deno.open(tarball)).readable.pipeThrough(new DecompressionStream("gzip"));
  const root = join(into, "node_modules", "agent-harness");
  for (const { header, data } of await unpackTar(packed)) {
    const file = join(root, header.name.replace(/^package\//, ""));
    await Deno.mkdir(join(file, ".."), { recursive: true });
    await Deno.writeFile(file, data ?? new Uint8Array());
  }
  const deno = join(into, "node_modules", "deno");
  await Deno.mkdir(deno);
  await Deno.writeTextFile(join(deno, "package.json"), '{ "name": "deno" }');
  await Deno.symlink(Deno.execPath(), join(deno, Deno.build.os === "windows" ? "deno.exe" : "deno"));
  const { bin } = JSON.parse(await Deno.readTextFile(join(root, "package.json")));
  return join(root, bin["agent-harness"]);
}

Deno.test({
  name:
    "npm's package: in an empty home, without a network: init, a run that starts the service, a signal that ends it",
  ignore: npm === null || node === null || Deno.build.os === "windows",
  fn: async () => {
    const root = temporaryDirectory();
    try {
      const tarball = join(root, "agent-harness.tgz");
      const packing = new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "packaging/npm.ts", "--output", tarball],
        cwd: ROOT,
      });
      const packed = await packing.output();
      const said = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trimEnd().split("\n");
      assert.equal(
        said(packed.stdout).at(-1),
        `Install it with: npm install --global --ignore-scripts ${tarball}`,
      );
      assert.deepEqual(said(packed.stderr).map((line) => line.replace(/[\d.]+ s$/, "N s")), [
        "Bundling the program … N s",
        "Building the dashboard … N s",
        "Describing the commands … N s",
        "Looking at its packages … N s",
        "Packing it with npm … N s",
      ]);
      const launcher = await install(tarball, root);
      const installed = join(launcher, "..");
      const bill: Bill = JSON.parse(await Deno.readTextFile(join(installed, BILL_FILE)));
      assert.deepEqual(billFaults(bill, await containedPackages(join(installed, "app"))), []);
      const listed = new Set(bill.components.map(({ purl }) => decodeURIComponent(purl)));
      const mapped = await mappedPackages();
      assert.ok(mapped.size > 20, "the source maps lead to packages");
      assert.deepEqual([...mapped].filter((id) => !listed.has(`pkg:npm/${id}`)), []);
      const home = join(root, "home");
      await Deno.mkdir(home);
      const free = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      const { port } = free.addr;
      free.close();
      const start = (args: readonly string[]) =>
        new Deno.Command(node!, {
          args: [launcher, ...args],
          clearEnv: true,
          // A registry that answers nobody: a package that had to fetch something would say so.
          env: {
            HOME: home,
            PATH: path,
            AGENT_HARNESS_URL: `http://127.0.0.1:${port}`,
            AGENT_HARNESS_PORT: String(port),
            NPM_CONFIG_REGISTRY: "http://127.0.0.1:1",
          },
          stdin: "null",
          stdout: "piped",
          stderr: "piped",
        }).spawn();
      const run = async (...args: string[]) => {
        const { code, stdout, stderr } = await start(args).output();
        const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
        return { code, stdout: decode(stdout), stderr: decode(stderr) };
      };
      assert.equal(JSON.parse((await run("version", "--json")).stdout).packaging, "npm");
      assert.equal((await run("nonsense")).code, 2, "it ends with the code of the program");
      const made = JSON.parse((await run("init", "--json")).stdout);
      assert.equal(made.directory, join(home, ".local/share/agent-harness"));
      const repository = await makeRepository(join(root, "repository"), { "a.txt": "a\n" });
      const ran = await run("run", 'create b.txt with "b"', "--repo", repository, "--watch");
      assert.equal(ran.code, 7, ran.stderr);
      const { pid } = JSON.parse(await Deno.readTextFile(join(made.directory, "lock")));
      Deno.kill(pid, "SIGTERM");
      {
        using lock = Deno.openSync(join(made.directory, "lock"), { read: true, write: true });
        await lock.lock(true);
      }
      const child = start(["serve"]);
      const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
      assert.match((await reader.read()).value ?? "", /listens on/);
      child.kill("SIGTERM");
      let rest = "";
      for (let read = await reader.read(); !read.done; read = await reader.read()) rest += read.value;
      assert.match(rest, /Stopping/);
      await child.stderr.cancel();
      assert.equal((await child.status).code, 0);
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  },
});
