import { part } from "../../ground/kernel/part.ts";
import { runMemoryMaintenance } from "./maintain.ts";

/** Maintains the memory records. */
export const memory = part({ name: "memory", tidy: (ctx) => runMemoryMaintenance(ctx) });
