import type { Service } from "../kernel/context.ts";
import type { Config } from "../kernel/config.ts";
import { Redactor } from "./redactor.ts";
import { Vault } from "./vault.ts";

/** The vault of a storage directory, and a redactor that knows the service's own tokens and key. Reads and makes nothing. */
export function openSecrets(config: Config): Pick<Service, "redactor" | "vault"> {
  const redactor = new Redactor();
  if (config.operatorToken) redactor.know(config.operatorToken, "the operator's token");
  if (config.agentToken) redactor.know(config.agentToken, "the agent's token");
  return { redactor, vault: new Vault(config.storageDirectory, config.masterKey, redactor) };
}
