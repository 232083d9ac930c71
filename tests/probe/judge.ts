import { z } from "zod";
import { statusOf } from "../../routes/endpoint.ts";
import type { Declared } from "../routes/endpoints.ts";
import type { Request } from "./requests.ts";

/** Who sends a request. */
export const CALLERS = ["operator", "agent", "nobody", "a wrong token"] as const;
export type Caller = typeof CALLERS[number];

/** An answer, read to its end; a stream is cut where it begins. */
export type Answer = { status: number; type: string; text: string };

const ERRORS = [400, 403, 404];

/**
 * What is wrong with an answer, in a sentence; null where it is as the interface says. `refusal` is the status by which this
 * caller is to be refused, null where it is admitted.
 */
export function faultOf(
  declared: Declared,
  request: Request,
  answer: Answer,
  refusal: number | null,
): string | null {
  const { status, text } = answer;
  if (status >= 500) return `${status} ${text.slice(0, 200)}`;
  if (refusal !== null) return status === refusal ? faultOfError(answer) : `${status} instead of ${refusal}`;
  const { endpoint } = declared;
  if (status >= 400) {
    const errors = endpoint.access === "webhook" ? [...ERRORS, 401] : ERRORS;
    return errors.includes(status) ? faultOfError(answer) : `${status} is no status of the interface`;
  }
  const right = statusOf(endpoint);
  if (status !== right && !(right === 201 && status === 200)) return `${status} instead of ${right}`;
  if (!request.good && request.body === "[]") return `a list was taken: ${status}`;
  if (!(endpoint.output instanceof z.ZodType) || !answer.type.startsWith("application/json")) return null;
  const schemas = [endpoint.output, ...(endpoint.agentOutput ? [endpoint.agentOutput] : [])];
  const payload = JSON.parse(text);
  return schemas.some((schema) => schema.safeParse(payload).success)
    ? null
    : "an answer that breaks its contract";
}

/** An error is one sentence under `error`; a person's browser gets a page. */
function faultOfError({ type, text }: Answer): string | null {
  if (type.startsWith("text/html")) return null;
  const payload = JSON.parse(text);
  return Object.keys(payload).join() === "error" && typeof payload.error === "string" && payload.error !== ""
    ? null
    : `an error of another shape: ${text.slice(0, 200)}`;
}
