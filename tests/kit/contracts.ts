import type { Contract } from "../../routes/endpoint.ts";
import { contracts } from "../../routes/mod.ts";

/** Every contract by its domain. All tests and golden files read the contracts here. */
export const CONTRACTS: Readonly<Record<string, Contract>> = contracts;

/** Returns the directory of a domain: `task_sessions` for `taskSessions`. */
export const directoryOf = (domain: string): string =>
  domain.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
