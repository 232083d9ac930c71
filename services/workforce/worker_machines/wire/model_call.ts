import { z } from "zod";

/** The most that a call of a model may send, in bytes. */
export const MAX_MODEL_CALL_BYTES = 32 * 1024 * 1024;

const headSchema = z.object({
  method: z.enum(["GET", "POST"]),
  /** With its query. */
  path: z.string().startsWith("/").max(2000),
  headers: z.record(z.string().max(100), z.string().max(2000)),
});

/** A call of a model as a program makes it: the head in JSON, an empty line's end, and the body. */
export type ForwardedCall = z.output<typeof headSchema> & { body: Uint8Array<ArrayBuffer> };

const NEWLINE = 0x0a;

/** Has the status of a model's answer, because the status of the response is that of the door. */
const STATUS = "agent-harness-model-status";

/** Returns a model's answer as the door sends it. */
export function encodeModelAnswer(answer: Response): Response {
  const headers = new Headers(answer.headers);
  headers.set(STATUS, String(answer.status));
  return new Response(answer.body, { headers });
}

/** Returns the model's answer in what the door has sent. */
export function decodeModelAnswer(sent: Response): Response {
  const headers = new Headers(sent.headers);
  const status = Number(headers.get(STATUS));
  headers.delete(STATUS);
  return new Response(sent.body, { status, headers });
}

/** Returns the bytes of a call. */
export function encodeModelCall({ body, ...head }: ForwardedCall): Uint8Array<ArrayBuffer> {
  const line = new TextEncoder().encode(`${JSON.stringify(head)}\n`);
  const bytes = new Uint8Array(line.length + body.length);
  bytes.set(line);
  bytes.set(body, line.length);
  return bytes;
}

/** Returns the call in bytes. Throws `ZodError` and `SyntaxError` for bytes that are none. */
export function decodeModelCall(bytes: Uint8Array): ForwardedCall {
  const end = bytes.indexOf(NEWLINE);
  const line = new TextDecoder().decode(bytes.subarray(0, Math.max(end, 0)));
  return { ...headSchema.parse(JSON.parse(line)), body: bytes.slice(end + 1) };
}
