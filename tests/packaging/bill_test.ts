import assert from "node:assert/strict";
import { billOfMaterials } from "../../packaging/packages/bill.ts";
import { type Bill, billFaults } from "./bill.ts";

const SHIPPED = ["zod@4.6.7", "@noble/hashes@2.0.1", "@noble/curves@2.0.1", "dompurify@3.4.18"];

Deno.test("billOfMaterials: a package has its address, the hash of its archive and its licence, and leads to what it needs", async () => {
  const bill = JSON.parse(await billOfMaterials(SHIPPED, { version: "2.9.6", sha256: "00" }));
  assert.deepEqual([bill.bomFormat, bill.specVersion, bill.serialNumber], ["CycloneDX", "1.6", undefined]);
  assert.equal(bill.metadata.timestamp, undefined);
  const parts = bill.components.map(({ purl }: { purl: string }) => purl);
  assert.deepEqual(parts, [
    "pkg:npm/%40noble/curves@2.0.1",
    "pkg:npm/%40noble/hashes@2.0.1",
    "pkg:npm/dompurify@3.4.18",
    "pkg:npm/zod@4.6.7",
    "pkg:github/denoland/deno@v2.9.6",
  ]);
  const [curves, , dompurify, zod, deno] = bill.components;
  assert.deepEqual([curves.group, curves.name, curves.licenses], ["@noble", "curves", [{
    license: { id: "MIT" },
  }]]);
  assert.deepEqual(dompurify.licenses, [{ expression: "(MPL-2.0 OR Apache-2.0)" }]);
  assert.match(zod.hashes[0].content, /^[0-9a-f]{128}$/);
  assert.deepEqual(deno.hashes, [{ alg: "SHA-256", content: "00" }]);
  const needs = (ref: string) =>
    bill.dependencies.find((each: { ref: string }) => each.ref === ref).dependsOn;
  assert.deepEqual(needs("pkg:npm/%40noble/curves@2.0.1"), ["pkg:npm/%40noble/hashes@2.0.1"]);
  assert.deepEqual(needs(bill.metadata.component["bom-ref"]), [
    "pkg:npm/dompurify@3.4.18",
    "pkg:npm/zod@4.6.7",
  ]);
});

Deno.test("billOfMaterials: the same packages are the same bill, in whatever order they were found", async () => {
  assert.equal(await billOfMaterials(SHIPPED.toReversed()), await billOfMaterials(SHIPPED));
});

Deno.test("billFaults: a package that was removed from a bill is noticed, and one that was added: the control", async () => {
  const bill: Bill = JSON.parse(await billOfMaterials(SHIPPED));
  assert.deepEqual(billFaults(bill, SHIPPED), []);
  assert.deepEqual(billFaults({ ...bill, components: bill.components.slice(1) }, SHIPPED), [
    "@noble/curves@2.0.1 is not in the bill",
    "pkg:npm/%40noble/curves@2.0.1 needs others, and is not in the bill",
  ]);
  assert.deepEqual(billFaults(bill, SHIPPED.slice(1)), ["zod@4.6.7 is in the bill, and not in the program"]);
});
