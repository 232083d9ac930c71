import { createHmac } from "node:crypto";
import type { Automation } from "./automation.ts";
import { type Answer, answered, type Asked, type Deed, holds, same } from "../command.ts";

/** What became of a delivery, and when; one that had to wait is decided later, and counts from then on. */
export type Earlier = { fireId: string; runId: string | null; at: number; hasWaited: boolean };

const KEY = "a-secret-that-two-parties-share!";

/** Stores the secret that the senders of deliveries know, too. */
export function shareSecret(done: (id: string) => void): Deed {
  const value = `whsec_${btoa(KEY)}`;
  return {
    state: "absent",
    asked: {
      method: "POST",
      path: "/secrets",
      body: { name: "hook", kind: "webhook", value },
      headers: { "idempotency-key": "hook" },
    },
    judge: (answer) => {
      answered(answer, 201);
      holds(!JSON.stringify(answer.body).includes(value), "the answer has the value of the secret");
      done(answer.body.id);
    },
  };
}

/** A delivery by the rules of Standard Webhooks. */
export function signed(path: string, id: string, time: number, isForged: boolean): Asked {
  const body = { said: id };
  const timestamp = String(Math.floor(time / 1000));
  const content = `${id}.${timestamp}.${JSON.stringify(isForged ? { said: "else" } : body)}`;
  return {
    method: "POST",
    path: `/automation-webhooks/${path}`,
    body,
    token: null,
    headers: {
      host: "hooks.example.org",
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${createHmac("sha256", KEY).update(content).digest("base64")}`,
    },
  };
}

/** The same delivery triggers once within so long. */
const ONCE_WITHIN = 7 * 24 * 3_600_000;
/** How near to that the model cannot say which it is: the clock may be set back later. */
const UNCLEAR = 2 * 3_600_000;

/** A delivery that was sent before; null if that is so long ago that it counts as another one, undefined where it is unclear. */
export function earlierDelivery(
  { deliveries }: Automation,
  id: string,
  now: number,
): Earlier | null | undefined {
  const earlier = deliveries.get(id);
  if (earlier === undefined) return null;
  const left = earlier.at + ONCE_WITHIN - now;
  if (Math.abs(left) < UNCLEAR || (left < 0 && earlier.hasWaited)) return undefined;
  return left > 0 ? earlier : null;
}

/** Compares what became of a delivery with what became of it before. Gives the run that it started. */
export function judgeDelivery(
  automation: Automation,
  { id, earlier, now, isOpen }: { id: string; earlier: Earlier | null; now: number; isOpen: boolean },
  answer: Answer,
  repeated: boolean,
): string | null {
  const [fire] = answer.body.fires;
  if (earlier !== null) {
    same(fire.outcome, "deduplicated", `the delivery ${id} again`);
    same(fire.fireId, earlier.fireId, `the fire of ${id}`);
    same(fire.runId, earlier.runId, `the run of ${id}`);
    return null;
  }
  // Whoever got no answer cannot know whether it was the first.
  if (repeated && fire.outcome === "deduplicated") automation.isUnsure = true;
  else same(fire.outcome, automation.outcomeNow(isOpen), `the delivery ${id}`);
  if (fire.outcome === "buffered") automation.wait(fire.fireId);
  const hasWaited = fire.outcome === "buffered";
  automation.deliveries.set(id, { fireId: fire.fireId, runId: fire.runId, at: now, hasWaited });
  return fire.runId;
}
