import { findDamage } from "../../../store/integrity.ts";
import { messageOf } from "../../../store/shared/message_of.ts";
import { onWorkerMessage } from "../../../store/shared/worker_messages.ts";

/** The result of a check; `failure` says why the database could not be checked. */
export type IntegrityResult = { damage: string | null } | { failure: string };

onWorkerMessage<{ databaseFile: string }, IntegrityResult>(({ databaseFile }, send) =>
  send(check(databaseFile))
);

function check(databaseFile: string): IntegrityResult {
  try {
    return { damage: findDamage(databaseFile) };
  } catch (cause) {
    return { failure: messageOf(cause) };
  }
}
