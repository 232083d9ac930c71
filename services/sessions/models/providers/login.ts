import { type ProviderDocument, providerStream } from "../../../../store/models/provider_stream.ts";
import type { Core } from "../../../ground/kernel/context.ts";

/** Why an agent refused to work, and what to do. */
type LoginFault = { reason: string; fix: string };

/** Returns the refusal of an agent to work without a login; null if there is none, or a check has cleared it since. */
export const loginFault = (known: ProviderDocument | null): LoginFault | null =>
  known?.loginRefused
    ? { reason: known.loginRefused.detail, fix: `Then run agent-harness providers check ${known.id}.` }
    : null;

/** Whether an agent's newest answer to a task was that it needs a login. */
export const hasRefusedLogin = ({ store }: Pick<Core, "store">, id: string): boolean =>
  loginFault(store.documents.get(providerStream, id)) !== null;
