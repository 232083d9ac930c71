import { assemble, type BpfInstruction } from "./assemble.ts";
import { ERRNO, type Exception, REFUSALS, type RefusedCalls } from "./refusals.ts";
import { type Architecture, ARCHITECTURES } from "./system_calls.ts";
import { entriesOf } from "../../../../../store/shared/records.ts";

const ALLOW = 0x7fff0000;
const FAIL_WITH = 0x00050000;

/** Where `struct seccomp_data` has the number, the ABI, and the low half of an argument. */
const NUMBER = 0;
const ABI = 4;
const argumentAt = (index: number): number => 16 + 8 * index;

/** Returns the seccomp filter of a sandbox on an architecture as bytes for `bwrap --seccomp`; null for an unknown one. */
export function filterFor(
  architecture: string,
  allowed: readonly Exception[] = [],
): Uint8Array<ArrayBuffer> | null {
  const known = ARCHITECTURES[architecture];
  return known ? assemble(programFor(known, new Set(allowed))) : null;
}

function programFor(
  { abi, foreignFrom, numbers }: Architecture,
  allowed: ReadonlySet<Exception>,
): BpfInstruction[] {
  const refused = entriesOf<keyof typeof REFUSALS, RefusedCalls>(REFUSALS).filter(([id]) => !allowed.has(id));
  const foreign = allowed.has("foreign_abi") ? "allow" : "foreign";
  return [
    { load: ABI },
    { ifEqual: abi, then: "known", else: foreign },
    { label: "known" },
    { load: NUMBER },
    ...(foreignFrom === null ? [] : [{ ifAtLeast: foreignFrom, then: foreign }]),
    ...refused.flatMap(([id, { calls }]) => calls.map((call) => ({ ifEqual: numbers[call], then: id }))),
    { label: "allow" },
    { return: ALLOW },
    { label: "foreign" },
    { return: FAIL_WITH | ERRNO.ENOSYS },
    ...refused.flatMap(([id, refusal]) => [{ label: id }, ...refuse(id, refusal)]),
  ];
}

/** The accumulator has the number; a refusal that depends on an argument loads that. */
function refuse(id: string, { errno, argument }: RefusedCalls): BpfInstruction[] {
  const fail = { return: FAIL_WITH | ERRNO[errno] };
  if (argument === undefined) return [fail];
  const [values, whenFound, otherwise] = "is" in argument
    ? [argument.is, fail, { return: ALLOW }]
    : [argument.isNot, { return: ALLOW }, fail];
  return [
    { load: argumentAt(argument.index) },
    ...values.map((value) => ({ ifEqual: value, then: `${id} found` })),
    otherwise,
    { label: `${id} found` },
    whenFound,
  ];
}
