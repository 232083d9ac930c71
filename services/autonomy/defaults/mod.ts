/** The defaults of repositories, for runs there. */
export { admittedFile, defaultOf } from "./in_force.ts";
