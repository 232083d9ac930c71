import type { Core } from "../../../ground/kernel/context.ts";
import type { WorkersLive } from "../../workers/live.ts";
import type { Capability } from "./schemas.ts";

/** What the registrations are read with. */
export type RegistrationSources = Core & WorkersLive;

/** A capability as its registration states it. Its users are added to the whole list. */
export type DeclaredCapability = Omit<Capability, "usedBy">;

/** Built-in capabilities are as old as this start of the program. */
export const since = ({ startedAt }: RegistrationSources): string => startedAt.toISOString();
