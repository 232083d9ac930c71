import { part } from "../kernel/part.ts";
import { runMemoryMaintenance } from "./maintain.ts";

/** Looks after the records of memory. */
export const memory = part({ name: "memory", tidy: (ctx) => void runMemoryMaintenance(ctx) });
