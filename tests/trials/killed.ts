/**
 * Works on a trial and kills itself at one boundary: before or after the nth change on disk. Prints "completed" at the end. Only
 * tests start this file: `deno run killed.ts <directory> <repository> <n>`.
 */
import { TestRepository } from "../git.ts";
import { killAt } from "../kit/kill_at.ts";
import { answering, begun, found, rested, trialHarness } from "./past.ts";

const [directory, root, at] = Deno.args;
if (directory === undefined || root === undefined) throw new Error("killed.ts <directory> <repository> <n>");
const workers = [answering("weak", "1"), answering("strong", "*")];
const h = await trialHarness(workers, {}, directory);
killAt(Number(at));
const [known] = await h.operator("GET /trials", {});
const id = known?.id ?? (await found(h, new TestRepository(root))).id;
const trial = await rested(h, id);
if (trial.status === "ready") await begun(h, id, ["weak/program", "strong/program"]);
Deno.stdout.writeSync(new TextEncoder().encode(`${(await rested(h, id)).status}\n`));
Deno.exit(0);
