/** An instruction of classic BPF; a jump names the labels that it leads to. */
export type BpfInstruction =
  | { load: number }
  | { ifEqual: number; then: string; else?: string }
  | { ifAtLeast: number; then: string }
  | { return: number }
  | { label: string };

const LOAD_WORD = 0x20;
const JUMP_EQUAL = 0x15;
const JUMP_AT_LEAST = 0x35;
const RETURN = 0x06;

/** The size of `struct sock_filter`. */
const BYTES = 8;

/**
 * Assembles a program of classic BPF into the bytes that the kernel takes. Labels are resolved to relative jumps, which lead at most
 * 255 instructions ahead.
 *
 * @see bpf(4), seccomp(2)
 */
export function assemble(program: readonly BpfInstruction[]): Uint8Array<ArrayBuffer> {
  const places = new Map<string, number>();
  const instructions: Exclude<BpfInstruction, { label: string }>[] = [];
  for (const each of program) {
    if ("label" in each) places.set(each.label, instructions.length);
    else instructions.push(each);
  }
  const bytes = new Uint8Array(instructions.length * BYTES);
  const view = new DataView(bytes.buffer);
  instructions.forEach((instruction, at) => {
    const distance = (label: string | undefined): number => {
      if (label === undefined) return 0;
      const to = (places.get(label) ?? NaN) - at - 1;
      if (!(to >= 0 && to <= 255)) throw new RangeError(`The filter cannot jump to ${label}.`);
      return to;
    };
    const [code, yes, no, value] = "load" in instruction
      ? [LOAD_WORD, 0, 0, instruction.load]
      : "return" in instruction
      ? [RETURN, 0, 0, instruction.return]
      : "ifEqual" in instruction
      ? [JUMP_EQUAL, distance(instruction.then), distance(instruction.else), instruction.ifEqual]
      : [JUMP_AT_LEAST, distance(instruction.then), 0, instruction.ifAtLeast];
    const offset = at * BYTES;
    view.setUint16(offset, code, true);
    view.setUint8(offset + 2, yes);
    view.setUint8(offset + 3, no);
    view.setUint32(offset + 4, value, true);
  });
  return bytes;
}
