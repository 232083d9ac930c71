/** The defaults of repositories, for runs there. */
export { defaultOf, placementDefaults, statedFor } from "./in_force.ts";
