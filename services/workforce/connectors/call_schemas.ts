import { z } from "zod";

/** The request to a connector's program, as JSON on its standard input. */
export type ConnectorCall =
  & {
    /** The action, its input and its key, as the text whose hash the approval is bound to. */
    request: string;
  }
  & (
    | { call: "perform"; approval: { id: string; requestSha256: string } | null }
    | { call: "find" }
    | { call: "verify"; response: unknown }
  );

const detail = z.string().max(2000);

/** The answer, on the last line of its output. */
export const ANSWERS = {
  perform: z.discriminatedUnion("status", [
    z.object({ status: z.literal("done"), response: z.record(z.string(), z.unknown()) }),
    z.object({ status: z.literal("refused"), detail }),
  ]),
  find: z.discriminatedUnion("status", [
    z.object({ status: z.literal("done"), response: z.record(z.string(), z.unknown()) }),
    z.object({ status: z.literal("none") }),
  ]),
  verify: z.object({ verdict: z.enum(["confirmed", "refuted"]), detail }),
} as const;

/** The answer to a call of that kind. */
export type AnswerTo<Kind extends keyof typeof ANSWERS> = z.output<(typeof ANSWERS)[Kind]>;

/** The stand-in's report of what has really happened, by key. */
export const ledgerSchema = z.array(z.object({ key: z.string() }));
