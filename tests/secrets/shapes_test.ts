import assert from "node:assert/strict";
import { findShapes } from "../../services/ground/kernel/redaction/shapes.ts";

const BASE64 = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYkEyExAmPl3";

Deno.test("a secret half of an AWS key is found by the name in front of it, in every common spelling", () => {
  const spellings = [
    `AWS_SECRET_ACCESS_KEY=${BASE64}`,
    `aws_secret_access_key = ${BASE64}`,
    `export AWS_SECRET_ACCESS_KEY="${BASE64}"`,
    `"secretAccessKey": "${BASE64}",`,
    `secret_access_key => '${BASE64}'`,
    `SecretAccessKey: ${BASE64}`,
  ];
  for (const text of spellings) {
    assert.deepEqual(findShapes(text).map(({ start, end }) => text.slice(start, end)), [BASE64], text);
  }
});

Deno.test("other keys that mean nothing else are found, and ordinary text is not", () => {
  const keys = [
    `AccountKey=${"A1b2".repeat(21)}Cd==`,
    `SG.${"a1B2c3".repeat(3)}abcd.${"x9Y8z7".repeat(7)}q`,
    `pypi-${"AgEIcHlwaS5vcmcC".repeat(4)}`,
    `GOCSPX-${"a1B2c3D4".repeat(3)}wxyz`,
  ];
  for (const key of keys) assert.equal(findShapes(`x ${key}\n`).length, 1, key);
  const ordinary = [
    "AWS_SECRET_ACCESS_KEY=$(pass show aws)",
    "secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY",
    `sha1 = ${"0123456789abcdef".repeat(3).slice(0, 40)}`,
    "SG.example.org",
    "pypi-server",
  ];
  for (const text of ordinary) assert.deepEqual(findShapes(text), [], text);
});
