/** The defaults of repositories, for whoever does the work there. */
export { defaultOf, statedFor } from "./in_force.ts";
