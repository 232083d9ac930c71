import type { Core } from "../../ground/kernel/context.ts";
import { part } from "../../ground/kernel/part.ts";
import { startSecrets } from "./start.ts";
import { Vault } from "./vault.ts";

/** The encrypted values of secrets. */
export const vault = part({
  name: "vault",
  open: ({ config, redactor }: Core) => new Vault(config.storageDirectory, config.masterKey, redactor),
  start: (_, service) => startSecrets(service),
});
