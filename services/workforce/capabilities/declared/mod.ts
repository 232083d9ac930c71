import { classes } from "./classes.ts";
import type { DeclaredCapability, RegistrationSources } from "./declared.ts";
import { workers } from "./workers.ts";
import { workflows } from "./workflows.ts";

export type { DeclaredCapability, RegistrationSources } from "./declared.ts";

/** Returns every capability, from the registrations next to the code that they describe. No list is kept here. */
export const declaredCapabilities = (service: RegistrationSources): DeclaredCapability[] => [
  ...classes(service),
  ...workers(service),
  ...workflows(service),
];
