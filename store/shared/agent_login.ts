/** The kind of a secret that is an agent's own login. It is in no backup: a copy of it would outlive its erasure. */
export const AGENT_LOGIN = "agent-login";

/** Returns the name of the secret with the login of an agent. */
export const loginSecretName = (agent: string): string => `${agent}-login`;
