import { InvalidError } from "../../../ground/kernel/errors.ts";

/** The version of what a worker machine and its control plane say to each other. */
export const PROTOCOL = 2;

/** Throws `InvalidError` if a machine speaks another version of the protocol. */
export function requireProtocol(protocol: number): void {
  if (protocol === PROTOCOL) return;
  const older = protocol < PROTOCOL ? "the worker machine" : "the control plane";
  throw new InvalidError(
    `The worker machine speaks version ${protocol} of the protocol, and the control plane version ${PROTOCOL}. Upgrade ${older}.`,
  );
}
