/** Functions of the web that tests replace for a while; of Deno it may be any. */
const WEB = [
  "fetch",
  "setTimeout",
  "setInterval",
  "clearTimeout",
  "clearInterval",
  "queueMicrotask",
  "Date",
] as const;

/** Replaced by the loader of tests itself. */
const OURS = "test";

const values = (): [name: string, value: unknown][] => [
  ...WEB.map((name): [string, unknown] => [`globalThis.${name}`, globalThis[name]]),
  ...Object.keys(Deno).filter((name) => name !== OURS)
    .map((name): [string, unknown] => [`Deno.${name}`, Deno[name as keyof typeof Deno]]),
];

const original = new Map(values());

/** Returns the names of global functions that are not what they were when the process began. */
export const replacedGlobals = (): string[] =>
  values().filter(([name, value]) => typeof value === "function" && original.get(name) !== value)
    .map(([name]) => name);
