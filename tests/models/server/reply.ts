/** What a model says or does when it is asked once; each protocol has its own form for it. */
export type Reply =
  | { kind: "answer"; text: string; calls: ToolUse[]; refusal?: string; stop: Stop; usage: Usage | null }
  | { kind: "status"; status: number; message: string; code: string; headers: Record<string, string> }
  | { kind: "hang"; after: "nothing" | "headers" | "first_token"; text: string }
  | { kind: "truncated"; text: string; abrupt: boolean }
  | { kind: "malformed" };

/** A tool that the model wants used. A string as `input` is sent as it is, so that it may be no JSON. */
export type ToolUse = { name: string; input: Record<string, unknown> | string; id?: string };
export type Usage = { input: number; output: number };
type Stop = "end" | "tools" | "length" | "content_filter" | "refusal";

const USAGE: Usage = { input: 100, output: 20 };

/** Plain words. Without usage where a server gives none. */
export const says = (text: string, usage: Usage | null = USAGE): Reply => ({
  kind: "answer",
  text,
  calls: [],
  stop: "end",
  usage,
});

/** One or more tools at once, with words before them. */
export const uses = (calls: ToolUse | ToolUse[], text = "", usage: Usage | null = USAGE): Reply => ({
  kind: "answer",
  text,
  calls: [calls].flat(),
  stop: "tools",
  usage,
});

/** The model declines, in the way that the protocol has for it. */
export const refuses = (why: string): Reply => ({
  kind: "answer",
  text: "",
  calls: [],
  refusal: why,
  stop: "refusal",
  usage: USAGE,
});

/** The provider's filter stopped the answer. */
export const filtered = (text = ""): Reply => ({
  kind: "answer",
  text,
  calls: [],
  stop: "content_filter",
  usage: USAGE,
});

/** The answer ended because it may not be longer. */
export const cutAtLength = (text: string): Reply => ({
  kind: "answer",
  text,
  calls: [],
  stop: "length",
  usage: USAGE,
});

/** An error status, in the protocol's form of an error. */
export const fails = (
  status: number,
  message = "The server had an error.",
  { code = "server_error", headers = {} }: { code?: string; headers?: Record<string, string> } = {},
): Reply => ({ kind: "status", status, message, code, headers });

/** 429; `retryAfter` in seconds, or a date, as the header has it. */
export const rateLimits = (retryAfter?: string): Reply =>
  fails(429, "Rate limit reached for requests.", {
    code: "rate_limit_exceeded",
    headers: retryAfter === undefined ? {} : { "retry-after": retryAfter },
  });

/** 400 because the prompt is longer than the model can take. */
export const overflows = (): Reply =>
  fails(400, "This model's maximum context length is 8192 tokens. However, your messages have more.", {
    code: "context_length_exceeded",
  });

/** Nothing more comes, and the connection stays open until the client gives up. */
export const hangs = (after: "nothing" | "headers" | "first_token" = "nothing", text = "Let me"): Reply => ({
  kind: "hang",
  after,
  text,
});

/** The answer begins and then the connection ends: reset where `abrupt`, else closed as if it were whole. */
export const breaksOff = (text = "I will now ch", abrupt = false): Reply => ({
  kind: "truncated",
  text,
  abrupt,
});

/** 200 with something that is not the protocol's JSON. */
export const talksNonsense = (): Reply => ({ kind: "malformed" });
