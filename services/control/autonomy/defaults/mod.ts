/** The defaults of repositories, for runs there. */
export { defaultOf, statedFor } from "./in_force.ts";
