/** A system call as a seccomp filter sees it. */
export type Call = { number: number; abi: number; args: readonly bigint[] };

/** Runs the bytes of a seccomp filter on a call as the kernel does, and gives its verdict. Throws where the kernel would refuse them. */
export function verdictOf(filter: Uint8Array<ArrayBuffer>, call: Call): number {
  const program = new DataView(filter.buffer);
  const length = filter.length / 8;
  if (!Number.isInteger(length) || length === 0 || length > 4096) throw new Error("not a program");
  const data = dataOf(call);
  for (let at = 0, accumulator = 0; at < length; at++) {
    const code = program.getUint16(at * 8, true);
    const [yes, no] = [program.getUint8(at * 8 + 2), program.getUint8(at * 8 + 3)];
    const value = program.getUint32(at * 8 + 4, true);
    if (code === 0x06) return value; // BPF_RET | BPF_K
    if (code === 0x20) accumulator = data.getUint32(value, true); // BPF_LD | BPF_W | BPF_ABS
    else if (code === 0x15) at += accumulator === value ? yes : no; // BPF_JMP | BPF_JEQ | BPF_K
    else if (code === 0x35) at += accumulator >= value ? yes : no; // BPF_JMP | BPF_JGE | BPF_K
    else throw new Error(`the instruction ${code}`);
  }
  throw new Error("it ends without a verdict");
}

/** `struct seccomp_data`. */
function dataOf({ number, abi, args }: Call): DataView {
  const data = new DataView(new ArrayBuffer(64));
  data.setInt32(0, number, true);
  data.setUint32(4, abi, true);
  args.forEach((arg, index) => data.setBigUint64(16 + 8 * index, arg, true));
  return data;
}
