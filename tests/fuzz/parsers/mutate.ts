import type { Random } from "../../recovery/load/random.ts";
import { bytesOf, textOf } from "./bytes.ts";

const NUMBERS = [
  "0",
  "-1",
  "1",
  "127",
  "255",
  "65535",
  "2147483648",
  "4294967295",
  "9223372036854775808",
  "1e309",
  "007",
];
const LENGTHS = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];

/** Changes one to six things of an input. */
export function mutate(
  from: Uint8Array,
  others: readonly Uint8Array[],
  words: readonly string[],
  random: Random,
): Uint8Array<ArrayBuffer> {
  let bytes = new Uint8Array(from);
  for (let n = random.between(1, 6); n > 0; n--) bytes = change(bytes, others, words, random);
  return bytes;
}

function change(
  bytes: Uint8Array<ArrayBuffer>,
  others: readonly Uint8Array[],
  words: readonly string[],
  random: Random,
): Uint8Array<ArrayBuffer> {
  const of = <Item>(items: readonly Item[]) => items[random.between(0, items.length - 1)]!;
  const at = random.between(0, bytes.length);
  const length = random.between(1, Math.max(1, Math.min(64, bytes.length - at)));
  const replaced = (start: number, end: number, by: Uint8Array) =>
    joined(bytes.subarray(0, start), by, bytes.subarray(end));
  switch (random.between(0, 10)) {
    case 0:
      if (at < bytes.length) bytes[at]! ^= 1 << random.between(0, 7);
      return bytes;
    case 1:
      if (at < bytes.length) bytes[at] = of([0, 1, 9, 10, 13, 32, 34, 39, 45, 47, 58, 92, 127, 128, 255]);
      return bytes;
    case 2:
      return replaced(at, at + length, new Uint8Array());
    case 3:
      return replaced(at, at, bytes.slice(at, at + length));
    case 4:
    case 5:
      return replaced(at, random.next() < 0.5 ? at : at + length, bytesOf(of(words)));
    case 6: {
      const other = of(others);
      const start = random.between(0, other.length);
      return replaced(at, at + length, other.slice(start, start + random.between(1, 400)));
    }
    case 7: {
      const numbers = [...textOf(bytes).matchAll(/\d+/g)];
      if (numbers.length === 0) return bytes;
      const { index, 0: digits } = of(numbers);
      return replaced(index, index + digits.length, bytesOf(of(NUMBERS)));
    }
    case 8: {
      if (bytes.length < 4) return bytes;
      const view = new DataView(bytes.buffer);
      view.setUint32(random.between(0, bytes.length - 4), of(LENGTHS), random.next() < 0.5);
      return bytes;
    }
    case 9:
      return bytes.slice(0, at);
    default: {
      const part = bytes.slice(at, at + length);
      const times = Math.min(of([2, 10, 100, 1_000]), Math.ceil(30_000 / Math.max(1, part.length)));
      return replaced(at, at, joined(...Array.from({ length: times }, () => part)));
    }
  }
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
