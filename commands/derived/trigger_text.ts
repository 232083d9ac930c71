import { UsageError } from "../exit_codes.ts";
import type { ServiceClient } from "../service/connection.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../terminal/neutralise.ts";

/** The endpoints whose trigger may be given in words: one saves it, and one reads the words. */
const DEFINED = "POST /automations";
const READ = "POST /automations/read-trigger";

/** Replaces a trigger in words, as `automations when` reads them. Throws `UsageError` if words cannot say all of it. */
export async function readTriggerWords(
  { output }: Shell,
  connection: () => ServiceClient,
  key: string,
  { body }: { body: Record<string, unknown> },
): Promise<void> {
  const when = body.trigger;
  if (typeof when !== "string") return;
  if (key === READ) Object.assign(body, { when, trigger: undefined });
  if (key !== DEFINED) return;
  const { trigger, needs, schedule } = await connection().call("POST /automations/read-trigger", {
    body: { when },
  });
  if (trigger === null) {
    throw new UsageError(
      `"${when}" needs what words cannot say: ${needs.join(", ")}. Give --trigger as JSON with these fields.`,
    );
  }
  body.trigger = Object.fromEntries(Object.entries(trigger).filter(([, value]) => value !== null));
  output.talk(`Understood "${oneLine(when)}": ${oneLine(schedule.words)}.`);
}
