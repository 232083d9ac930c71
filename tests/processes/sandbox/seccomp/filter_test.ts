import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { assemble } from "../../../../services/machine/processes/sandbox/seccomp/assemble.ts";
import { filterFor } from "../../../../services/machine/processes/sandbox/seccomp/filter.ts";
import { filterFile } from "../../../../services/machine/processes/sandbox/seccomp/filter_file.ts";
import {
  type Exception,
  EXCEPTIONS,
} from "../../../../services/machine/processes/sandbox/seccomp/refusals.ts";
import { testNeeding } from "../../../kit/skip.ts";
import { temporaryDirectory } from "../../../temporary.ts";
import { type Call, verdictOf } from "./interpreter.ts";
import { type Numbers, readNumbers } from "./numbers.ts";

const [EPERM, ENOSYS, EAFNOSUPPORT] = [1, 38, 97];

/** What is refused by name, in words of its own: the group that allows it again, and the error. */
function refusalOf(name: string | undefined, args: readonly bigint[]): [Exception, number] | null {
  const low = (index: number) => Number(args[index]! & 0xffffffffn);
  if (name === undefined) return null;
  if (["add_key", "request_key", "keyctl"].includes(name)) return ["keyrings", ENOSYS];
  if (name.startsWith("io_uring_")) return ["io_uring", ENOSYS];
  if (name === "bpf" || name === "perf_event_open" || name === "userfaultfd" || name === "syslog") {
    return [name, EPERM];
  }
  if (name === "socket" || name === "socketpair") {
    return [1, 2, 10, 16].includes(low(0)) ? null : ["sockets", EAFNOSUPPORT];
  }
  if (name === "ioctl") return [0x5412, 0x541c].includes(low(1)) ? ["terminal_input", EPERM] : null;
  if (name === "ptrace") return low(1) === 1 ? ["first_process", EPERM] : null;
  return null;
}

function verdictMeant(
  { abi, names, architecture }: Numbers,
  call: Call,
  allowed: readonly Exception[],
): number {
  const ALLOW = 0x7fff0000;
  const foreign = call.abi !== abi || (architecture === "x86_64" && (call.number >>> 0) >= 0x40000000);
  const refusal: [Exception, number] | null = foreign
    ? ["foreign_abi", ENOSYS]
    : refusalOf(names.get(call.number), call.args);
  return refusal === null || allowed.includes(refusal[0]) ? ALLOW : 0x00050000 | refusal[1];
}

const numbers = readNumbers();
const missing = numbers === null
  ? "The headers of the kernel are missing: install the package linux-libc-dev."
  : null;

/** Values around which a filter may be wrong: what it names, those with a high half, and any other. */
const argument = fc.oneof(
  fc.constantFrom(
    ...[0, 1, 2, 10, 16, 17, 38, 40, 0x5412, 0x541c].flatMap((n) => [BigInt(n), BigInt(n) | 1n << 32n]),
  ),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
);

for (const each of numbers ?? []) {
  const call = fc.record({
    number: fc.oneof(
      fc.constantFrom(...each.names.keys()),
      fc.integer({ min: -1, max: 600 }),
      fc.constantFrom(...each.names.keys()).map((number) => number | 0x40000000),
    ),
    abi: fc.oneof(
      { weight: 5, arbitrary: fc.constant(each.abi) },
      fc.constantFrom(0x40000003, 0x40000028, 0xc000003e, 0xc00000b7),
    ),
    args: fc.array(argument, { minLength: 6, maxLength: 6 }),
  });
  Deno.test(`the filter for ${each.architecture} gives every call the verdict that is meant, whatever is allowed`, () =>
    fc.assert(
      fc.property(call, fc.subarray([...EXCEPTIONS]), (call, allowed) => {
        assert.equal(
          verdictOf(filterFor(each.architecture, allowed)!, call),
          verdictMeant(each, call, allowed),
        );
      }),
      { numRuns: 20_000 },
    ));

  Deno.test(`the filter for ${each.architecture} names each refused call by the number of the kernel's headers`, () => {
    const refused = [...each.names].filter(([, name]) => refusalOf(name, [99n, 1n, 0n, 0n, 0n, 0n]) !== null);
    // `ioctl` is refused for two requests only.
    assert.equal(refused.length, 13, refused.join(" "));
    for (const [number] of refused) {
      const verdict = verdictOf(filterFor(each.architecture)!, {
        number,
        abi: each.abi,
        args: [99n, 1n, 0n, 0n, 0n, 0n],
      });
      assert.notEqual(verdict, 0x7fff0000);
    }
  });
}
testNeeding(missing, {
  name: "the numbers of the filter are compared with the kernel's headers",
  fn: () => {},
});

Deno.test("there is no filter for an architecture whose calls are unknown", () => {
  assert.equal(filterFor("riscv64"), null);
});

Deno.test("assemble() refuses a jump that leads backwards or too far", () => {
  assert.throws(() => assemble([{ label: "start" }, { ifEqual: 1, then: "start" }]), /cannot jump to start/);
  const far = Array.from({ length: 256 }, () => ({ return: 0 }));
  assert.throws(
    () => assemble([{ ifEqual: 1, then: "end" }, ...far, { label: "end" }, { return: 0 }]),
    /cannot jump to end/,
  );
});

Deno.test("filterFile() writes the filter for this user alone, the same each time, and again where it was changed", async () => {
  const storage = temporaryDirectory();
  try {
    const path = await filterFile(storage, []);
    if (path === null) return assert.equal(filterFor(Deno.build.arch), null);
    assert.equal(Deno.statSync(path).mode! & 0o777, 0o600);
    const bytes = Deno.readFileSync(path);
    Deno.writeTextFileSync(path, "");
    assert.equal(await filterFile(storage, []), path);
    assert.deepEqual(Deno.readFileSync(path), bytes);
    assert.notEqual(await filterFile(storage, ["io_uring"]), path);
    assert.equal([...Deno.readDirSync(join(storage, "sandbox"))].length, 2);
  } finally {
    Deno.removeSync(storage, { recursive: true });
  }
});
