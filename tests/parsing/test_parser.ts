import { serveParser } from "../../services/ground/parsing/serve_parser.ts";

/** What a parser that its input has taken over might try; each gives how that went. */
const ATTACKS: Readonly<Record<string, () => unknown>> = {
  read: () => Deno.readTextFileSync(new URL("../../deno.json", import.meta.url)),
  list: () => [...Deno.readDirSync("/")].length,
  write: () => Deno.writeTextFileSync("/tmp/agent-harness-parser", "x"),
  connect: () => Deno.connect({ hostname: "127.0.0.1", port: 9 }),
  fetch: () => fetch("http://127.0.0.1:9/"),
  run: () => new Deno.Command("true").outputSync(),
  environment: () => Deno.env.get("HOME"),
  import: () => import(new URL("./hostile.ts", import.meta.url).href),
  system: () => Deno.hostname(),
};

type WritePiece = (bytes: Uint8Array) => void;

const DEEDS: Readonly<Record<string, (rest: string, writePiece: WritePiece) => unknown>> = {
  pieces: (rest, writePiece) => {
    for (let n = 0; n < Number(rest); n++) writePiece(new Uint8Array(100_000).fill(n));
    return "written";
  },
  upper: (rest) => rest.toUpperCase(),
  loop: () => {
    for (;;);
  },
  expression: () => /^(a+)+$/.test("a".repeat(60) + "b"),
  heap: () => {
    for (const kept: unknown[] = [];;) kept.push({ a: Math.random() });
  },
  buffers: () => {
    for (const kept: Uint8Array[] = [];;) kept.push(new Uint8Array(1 << 20).fill(1));
  },
  stack: () =>
    (function deeper(): number {
      return 1 + deeper();
    })(),
  output: () => "x".repeat(10_000_000),
  print: () => {
    for (;;) Deno.stdout.writeSync(new Uint8Array(65_536).fill(120));
  },
  exit: () => Deno.exit(0),
  kill: () => Deno.exit(7),
  throw: () => {
    throw new Error("line 3\n\x1b[31mis wrong\u202e.");
  },
  other: () => ({ not: "a string" }),
  attack: async (name) => {
    try {
      await ATTACKS[name]!();
      return "done";
    } catch (cause) {
      return (cause as Error).name;
    }
  },
};

await serveParser((input, writePiece) => {
  const [deed = "", rest = ""] = new TextDecoder().decode(input).split(" ", 2);
  return DEEDS[deed]!(rest, writePiece);
});
