/** The defaults of repositories, for whoever does the work there. */
export { admittedFile, defaultOf } from "./in_force.ts";
