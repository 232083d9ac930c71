import assert from "node:assert/strict";
import { join } from "node:path";
import { type Purpose, sandboxRuleOf } from "../../../services/machine/processes/sandbox/mod.ts";
import { NOTHING_GIVEN } from "./enclosure.ts";
import "../../../services/ground/kernel/schemas.ts"; // its words, as in the service
import { temporaryDirectory } from "../../temporary.ts";

/** The rule that a `sandbox.json` gives for a command of the repository `/home/me/shop`. */
async function rule(settings: unknown, purpose: Purpose = "verifier") {
  const storage = temporaryDirectory();
  try {
    const text = typeof settings === "string" ? settings : JSON.stringify(settings);
    if (settings !== null) Deno.writeTextFileSync(join(storage, "sandbox.json"), text);
    return await sandboxRuleOf(storage, "/home/me", "/home/me/shop", purpose);
  } finally {
    Deno.removeSync(storage, { recursive: true });
  }
}

const refused = async (settings: unknown, sentence: RegExp) =>
  await assert.rejects(
    rule(settings),
    (error: Error) => error.name === "InvalidError" && sentence.test(error.message),
  );

Deno.test("readRule() without a file: confined, and only setup commands reach the network", async () => {
  const nothing = NOTHING_GIVEN;
  assert.deepEqual(await rule(null), nothing);
  assert.deepEqual(await rule({}), nothing);
  for (const purpose of ["worker", "agent"] as const) assert.deepEqual(await rule(null, purpose), nothing);
  assert.deepEqual(await rule(null, "setup"), { ...nothing, network: true });
});

Deno.test("readRule() takes general rules, and the repository's own: sandbox and network replace, paths are added", async () => {
  const settings = {
    network: [],
    readable: ["/opt/sdk/"],
    writable: ["~/.npm"],
    repositories: {
      "~/shop": { network: ["verifier"], readable: ["~"] },
      "/home/me/other": { sandbox: false },
    },
  };
  assert.deepEqual(await rule(settings), {
    ...NOTHING_GIVEN,
    network: true,
    readable: ["/opt/sdk", "/home/me"],
    writable: ["/home/me/.npm"],
  });
  assert.equal((await rule(settings, "setup")).network, false);
  assert.equal((await rule({ sandbox: false })).sandbox, false);
  assert.equal(
    (await rule({ sandbox: false, repositories: { "/home/me/shop": { sandbox: true } } })).sandbox,
    true,
  );
});

Deno.test("readRule() names what is wrong in the file, and gives no rule then", async () => {
  await refused("{", /sandbox\.json is not valid JSON: .+ No command runs until it is\./);
  await refused(
    '{"workerEnvironment": {"KEY": hunter2}}',
    /sandbox\.json is not valid JSON: unexpected 'h'\. No command runs/,
  );
  await refused({ networks: [] }, /sandbox\.json is not valid: .*networks/);
  await refused({ network: ["build"] }, /not valid at network\.0: expected one of "setup", "worker"/);
  await refused({ repositories: { "/x": { readable: "all" } } }, /not valid at repositories\.\/x\.readable/);
  await refused(
    { readable: ["docs"] },
    /has the path "docs"\. Only absolute paths and paths that begin with ~\//,
  );
});

Deno.test("readRule() refuses paths in the storage directory, which no command may see", async () => {
  const storage = temporaryDirectory();
  try {
    const settings = { writable: [join(storage, "x/../secrets")] };
    Deno.writeTextFileSync(join(storage, "sandbox.json"), JSON.stringify(settings));
    await assert.rejects(sandboxRuleOf(storage, "/home/me", "/x", "setup"), {
      message: /is in the storage directory/,
    });
  } finally {
    Deno.removeSync(storage, { recursive: true });
  }
});

Deno.test("readRule() adds hosts, variables of setup and limits of a repository to the general ones, and names a wrong one", async () => {
  const settings = {
    hosts: ["a.example"],
    setupEnvironment: { A: "1", B: "2" },
    limits: { processes: 7, fileMegabytes: 5 },
    repositories: {
      "~/shop": {
        hosts: ["127.0.0.1:5432"],
        defaultHosts: false,
        setupEnvironment: { B: { secret: "b" } },
        limits: { processes: 9 },
      },
    },
  };
  const own = await rule(settings, "setup");
  assert.deepEqual(own.hosts.map(({ host, anyAddress }) => [host, anyAddress]), [["a.example", false], [
    "127.0.0.1",
    true,
  ]]);
  assert.deepEqual([own.defaultHosts, own.environment], [false, { A: "1", B: { secret: "b" } }]);
  assert.deepEqual([own.limits.processes, own.limits.fileBytes], [9, 5e6]);
  assert.deepEqual((await rule(settings, "verifier")).environment, {}, "variables are for setup alone");
  await refused({ hosts: ["https://a.example"] }, /not valid at hosts\.0: A host is "name"/);
  await refused({ setupEnvironment: { "A B": "x" } }, /not valid at setupEnvironment/);
  await refused({ limits: { processes: 0 } }, /not valid at limits\.processes/);
});

Deno.test("readRule() allows a refused group of system calls only where true stands, and a repository's own word counts", async () => {
  const settings = {
    systemCalls: { io_uring: true, keyrings: true, bpf: false },
    repositories: { "~/shop": { systemCalls: { keyrings: false, sockets: true } } },
  };
  assert.deepEqual((await rule(settings)).systemCalls, ["sockets", "io_uring"]);
  const nested = { userNamespaces: true, repositories: { "~/shop": { userNamespaces: false } } };
  assert.equal((await rule(nested)).userNamespaces, false);
  assert.equal((await rule({ userNamespaces: true })).userNamespaces, true);
  assert.equal((await rule({})).userNamespaces, undefined, "the default is that of the user");
  await refused({ userNamespaces: "no" }, /not valid at userNamespaces/);
  await refused({ systemCalls: { io_urings: true } }, /not valid at systemCalls/);
  await refused({ systemCalls: { io_uring: "yes" } }, /not valid at systemCalls\.io_uring/);
});
