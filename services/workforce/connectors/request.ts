import { sha256 } from "../../../store/chain.ts";
import type { Connector } from "./files.ts";

/** One use of a connector, before it is decided. */
export type ActionRequest = {
  actionId: string;
  input: Record<string, unknown>;
  key: string;
  amount: number;
  /** The text that is hashed, approved and sent. */
  text: string;
  sha256: string;
};

/** Serializes a request. Its hash binds the approval to this action, input and key of this connector. */
export function newRequest(
  { declaration: { id, version }, contentSha256 }: Connector,
  { actionId, input, key, amount }: Omit<ActionRequest, "text" | "sha256">,
): ActionRequest {
  const text = JSON.stringify({ connector: id, version, contentSha256, action: actionId, input, key });
  return { actionId, input, key, amount, text, sha256: sha256(text) };
}
