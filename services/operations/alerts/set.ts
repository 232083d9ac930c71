import { alertHookStream, HOOK_ID } from "../../../store/alerts/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { parseTarget, showTarget } from "../../machine/network/allowed_host.ts";
import { isExposed, readDestination } from "../../accounts/outbound/destination.ts";
import { requireSecret } from "../../accounts/secrets/read_model.ts";
import { readAlertCommand } from "./command_settings.ts";
import { getAlerts, hookDocument } from "./get.ts";
import { topicOf } from "./message.ts";
import type { AlertHookInput, Alerts } from "./schemas.ts";

/** Sets the hook. Only notifications raised from now on are sent; what was being sent to the previous hook is dropped. */
export function setAlertHook(ctx: Ctx, hook: AlertHookInput): Alerts {
  if (hook.kind === "command") requireCommand(ctx, hook);
  else requireAddress(hook);
  if (hook.kind === "json" && hook.secretId === null) {
    throw new InvalidError("A hook of the kind json needs a secretId: the key that signs its messages.");
  }
  if (hook.secretId !== null && requireSecret(ctx, hook.secretId).status !== "present") {
    throw new InvalidError(`The secret ${hook.secretId} was deleted. Name another one.`);
  }
  const cursor = ctx.store.head;
  record(ctx, alertHookStream, HOOK_ID, [{ type: "alert_hook.set", data: { hook, cursor } }]);
  return getAlerts(ctx);
}

/** Removes the hook, so that nothing more is sent. Does nothing if there is none. */
export function removeAlertHook(ctx: Ctx): Alerts {
  if (hookDocument(ctx)?.hook) {
    record(ctx, alertHookStream, HOOK_ID, [{ type: "alert_hook.removed", data: {} }]);
  }
  return getAlerts(ctx);
}

/** The file is checked now, so that mistakes are reported at once; when the hook runs, the file is read again. */
function requireCommand(ctx: Ctx, { address, privateHost, secretId }: AlertHookInput): void {
  if (address !== "" || privateHost !== null || secretId !== null) {
    throw new InvalidError("A hook of the kind command has no address, no privateHost and no secretId.");
  }
  readAlertCommand(ctx.config.storageDirectory);
}

function requireAddress({ kind, address, privateHost }: AlertHookInput): void {
  const destination = readDestination(address);
  if (privateHost !== null && parseTarget(privateHost) === null) {
    throw new InvalidError(
      `privateHost is "${privateHost}". Give a host and port, such as 192.168.1.10:8080.`,
    );
  }
  if (isExposed(destination, privateHost)) {
    throw new InvalidError(
      `The alert would be sent unencrypted over http. Use https or, on your own network, the privateHost ${
        showTarget(destination.target)
      }.`,
    );
  }
  if (kind === "ntfy" && topicOf(destination.url) === null) {
    throw new InvalidError(
      `The address of an ntfy hook must end with its topic, such as https://ntfy.sh/my-topic.`,
    );
  }
}
