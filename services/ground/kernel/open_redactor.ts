import type { Config } from "./config.ts";
import { Redactor } from "./redactor.ts";

/** Returns a redactor that knows the service's own tokens. */
export function openRedactor({ operatorToken, agentToken }: Config): Redactor {
  const redactor = new Redactor();
  if (operatorToken) redactor.know(operatorToken, "the operator's token");
  if (agentToken) redactor.know(agentToken, "the agent's token");
  return redactor;
}
