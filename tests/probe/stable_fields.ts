import assert from "node:assert/strict";

/** Requires the fields that a sentence lists by their words: a stable field is the interface's words in camel case. */
export function hasFieldsOf(says: string, payload: object): void {
  for (const words of says.replace(/[.;]$/, "").split(/, | and /)) {
    const name = words.replaceAll(/[- ]([a-zA-Z])/g, (_, letter: string) => letter.toUpperCase());
    assert.ok(name in payload, `there is no ${name}`);
  }
}
