import assert from "node:assert/strict";
import fc from "fast-check";
import { isPublicAddress, isThisMachine } from "../../services/machine/network/address.ts";

/** Ranges that are not public, as numbers; written apart from the code on purpose. */
const SPECIAL: readonly [number, number, number, number, number][] = [
  [0, 0, 0, 0, 8],
  [10, 0, 0, 0, 8],
  [100, 64, 0, 0, 10],
  [127, 0, 0, 0, 8],
  [168, 63, 129, 16, 32],
  [169, 254, 0, 0, 16],
  [172, 16, 0, 0, 12],
  [192, 0, 0, 0, 24],
  [192, 88, 99, 0, 24],
  [192, 168, 0, 0, 16],
  [198, 18, 0, 0, 15],
  [224, 0, 0, 0, 3],
];

const numberOf = (parts: readonly number[]) => parts.reduce((sum, part) => sum * 256 + part, 0);

const isSpecial = (parts: readonly number[]) =>
  SPECIAL.some(([a, b, c, d, prefix]) =>
    Math.floor(numberOf(parts) / 2 ** (32 - prefix)) ===
      Math.floor(numberOf([a, b, c, d]) / 2 ** (32 - prefix))
  );

const byte = fc.integer({ min: 0, max: 255 });
const anywhere = fc.tuple(byte, byte, byte, byte);
/** Right at the edges of the ranges, where mistakes are. */
const nearEdges = fc.tuple(fc.constantFrom(...SPECIAL), fc.integer({ min: -2, max: 2 }), fc.boolean()).map(
  ([[a, b, c, d, prefix], offset, end]) => {
    const start = numberOf([a, b, c, d]) + (end ? 2 ** (32 - prefix) : 0) + offset;
    const number = ((start % 2 ** 32) + 2 ** 32) % 2 ** 32;
    return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256);
  },
);

const hex = (parts: readonly number[]) =>
  `${(parts[0]! * 256 + parts[1]!).toString(16)}:${(parts[2]! * 256 + parts[3]!).toString(16)}`;

Deno.test("isPublicAddress() agrees with the registry of special IPv4 addresses", () => {
  fc.assert(
    fc.property(fc.oneof(anywhere, nearEdges), (parts) => {
      assert.equal(isPublicAddress(parts.join(".")), !isSpecial(parts), parts.join("."));
    }),
    { numRuns: 20_000 },
  );
});

Deno.test("isPublicAddress() refuses IPv6 that carries an IPv4 address, in every spelling, whatever that is", () => {
  fc.assert(
    fc.property(anywhere, (parts) => {
      const spellings = [
        `::ffff:${parts.join(".")}`,
        `::ffff:${hex(parts)}`,
        `0:0:0:0:0:FFFF:${hex(parts)}`,
        `::${parts.join(".")}`,
        `::ffff:0:${hex(parts)}`,
        `64:ff9b::${parts.join(".")}`,
        `64:ff9b:1::${hex(parts)}`,
        `2002:${hex(parts)}::1`,
        `2001:0:${hex(parts)}::1`,
        `2606:4700::5efe:${hex(parts)}`,
        `2606:4700::200:5efe:${hex(parts)}`,
        `2606:4700:1:1:0:5efe:${hex(parts)}`,
      ];
      for (const spelling of spellings) assert.equal(isPublicAddress(spelling), false, spelling);
    }),
    { numRuns: 1_000 },
  );
});

Deno.test("isPublicAddress() takes public IPv6, and no link, site, private or multicast address, and nothing else", () => {
  for (const address of ["2606:4700:4700::1111", "2a00:1450::200e", "2400::1"]) {
    assert.equal(isPublicAddress(address), true, address);
  }
  const refused = [
    "::",
    "::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "fc00::1",
    "fd12::1",
    "ff02::1",
    "100::1",
  ];
  for (const text of [...refused, "", "localhost", "1.2.3", "127.1", "0x7f.0.0.1", "[::1]", "1.1.1.1:80"]) {
    assert.equal(isPublicAddress(text), false, text);
  }
});

Deno.test("isThisMachine() knows loopback, mapped and unspecified addresses, and those of its interfaces", () => {
  const own = Deno.networkInterfaces().map(({ address }) => address);
  const ours = [
    "127.0.0.1",
    "127.9.9.9",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "[::1]",
    "0.0.0.0",
    "::",
    ...own,
  ];
  for (const address of ours) assert.equal(isThisMachine(address), true, address);
  for (const address of ["1.1.1.1", "2606:4700::1", "example.com", ""]) {
    assert.equal(isThisMachine(address), false, address);
  }
});
