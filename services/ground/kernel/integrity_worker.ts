import { findDamage } from "../../../store/integrity.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

/** The result of a check; `failure` says why the database could not be checked. */
export type IntegrityResult = { damage: string | null } | { failure: string };

/** The worker's side of its channel. The type library of workers cannot be loaded next to that of the service. */
const channel = self as unknown as {
  onmessage: (event: MessageEvent<{ databaseFile: string }>) => void;
  postMessage: (message: IntegrityResult) => void;
};

channel.onmessage = ({ data }) => channel.postMessage(check(data.databaseFile));

function check(databaseFile: string): IntegrityResult {
  try {
    return { damage: findDamage(databaseFile) };
  } catch (cause) {
    return { failure: messageOf(cause) };
  }
}
