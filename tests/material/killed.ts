/**
 * Keeps one piece of material in a storage directory, or erases an owner's, and kills itself at one boundary: before or
 * after the nth change on disk. Only tests start this file: `deno run killed.ts <directory> keep|erase <n>`.
 */
import { contextFor } from "../../services/ground/kernel/context.ts";
import { eraseMaterial } from "../../services/ground/material/erase.ts";
import { keepMaterial } from "../../services/ground/material/keep.ts";
import { Harness } from "../harness.ts";
import { killAt } from "../kit/kill_at.ts";
import { CONTENT, OWNER } from "./killed_scenario.ts";

const [directory, verb, at] = Deno.args;
const h = await Harness.open({}, directory);
killAt(Number(at), { removing: true });

const ctx = contextFor(h.service, "operator");
if (verb === "keep") {
  await keepMaterial(ctx, { content: new TextEncoder().encode(CONTENT), owner: OWNER, until: null });
  Deno.stdout.writeSync(new TextEncoder().encode("acknowledged"));
} else await eraseMaterial(ctx, OWNER);
Deno.exit(0);
