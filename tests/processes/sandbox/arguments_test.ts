import assert from "node:assert/strict";
import fc from "fast-check";
import { sandboxArguments } from "../../../services/machine/processes/sandbox/arguments.ts";
import type { SandboxPolicy } from "../../../services/machine/processes/sandbox/policy.ts";

const isWithin = (path: string, directory: string) => path === directory || path.startsWith(`${directory}/`);

const path = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 4 })
  .map((parts) => `/home/me/${parts.join("/")}`);
const paths = fc.uniqueArray(path, { maxLength: 5 });

const policies: fc.Arbitrary<SandboxPolicy> = fc.record({
  directory: path,
  writable: paths,
  readable: paths,
  masked: paths.map((all) => all.map((at) => ({ path: at, directory: true }))),
  home: fc.constantFrom(null, "/store/home"),
  homeAt: fc.constant("/home/me"),
  temporary: fc.constant("/store/temporary"),
  userNamespaces: fc.boolean(),
}).map((policy) => ({ ...policy, writable: [...policy.writable, policy.directory] }));

/** What a path is once every mount was made in the order of the arguments, as the kernel has it: the last one above it counts. */
function effective(policy: SandboxPolicy, at: string): string {
  const args = sandboxArguments(policy, ["program"]);
  let state = "absent";
  const values: Record<string, number> = { "--ro-bind-try": 2, "--ro-bind": 2, "--bind": 2, "--tmpfs": 1 };
  const state_of: Record<string, string> = {
    "--ro-bind-try": "readable",
    "--ro-bind": "covered",
    "--bind": "writable",
    "--tmpfs": "covered",
  };
  for (let index = 0; args[index] !== "--"; index++) {
    const option = args[index]!;
    const count = values[option];
    if (count === undefined) continue;
    const mounted = args[index + count]!;
    if (isWithin(at, mounted)) state = mounted === "/home/me" ? "home" : state_of[option]!;
    index += count;
  }
  return state;
}

/** What the policy says in words: the deepest rule wins; at the same path what is written, then what is masked, then the rest. */
function meant({ writable, readable, masked }: SandboxPolicy, at: string): string {
  const rules = [
    ...readable.map((path) => ({ path, state: "readable" })),
    ...masked.map(({ path }) => ({ path, state: "covered" })),
    ...writable.map((path) => ({ path, state: "writable" })),
  ].filter(({ path }) => isWithin(at, path));
  return rules.toSorted((a, b) => a.path.length - b.path.length).at(-1)?.state ?? "home";
}

Deno.test("sandboxArguments() mounts so that at every path the deepest rule holds", () => {
  fc.assert(
    fc.property(policies, path, (policy, at) => {
      assert.equal(effective(policy, at), meant(policy, at));
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("sandboxArguments() always cuts the network and the other namespaces", () => {
  fc.assert(fc.property(policies, (policy) => {
    const args = sandboxArguments(policy, ["sh", "-c", "--", "--unshare-net"]);
    const options = args.slice(0, args.indexOf("--"));
    for (
      const always of [
        "--unshare-net",
        "--unshare-user",
        "--unshare-pid",
        "--unshare-ipc",
        "--die-with-parent",
        "--new-session",
      ]
    ) {
      assert.ok(options.includes(always), always);
    }
    assert.deepEqual(args.slice(args.indexOf("--")), ["--", "sh", "-c", "--", "--unshare-net"]);
    assert.ok(!options.includes("/etc"), "never the whole of it");
  }));
});
