/**
 * A run in one file. What reads a capsule needs neither a service nor a storage directory.
 *
 * @module
 */
export { removeTree } from "../../machine/repositories/mod.ts";
export { openCapsule, requireEmpty } from "./open.ts";
export { type CapsuleReport, type ReadCapsule, readCapsule } from "./read.ts";
export { commandsOf, type Rerun, rerunCapsule } from "./rerun.ts";
