import assert from "node:assert/strict";
import { join } from "node:path";
import { sha256 } from "../../store/chain.ts";
import type { ServiceClient } from "./service_process.ts";
import { checkStore, readLog, Site } from "./site.ts";

const FILE = `${JSON.stringify({ verifier: "test -f file.txt", dial: "closed" })}\n`;

/** What a person does with the defaults of a repository, in this order, and what then holds. */
const STEPS = {
  "defaults.set": ["test -f set.txt", "set", "proposed"],
  "defaults.cleared": [null, "none", "proposed"],
  "defaults.file_admitted": ["test -f file.txt", "file", "admitted"],
  "defaults.file_revoked": [null, "none", "proposed"],
} as const;
type Step = keyof typeof STEPS;

/** Before and after each of these events is on the disk. */
export const DEFAULTS_POINTS = (Object.keys(STEPS) as Step[]).flatMap((step) => [
  `recorded:${step}#1`,
  `committed:${step}#1`,
]);

/** Does one step; what was done already is not done again. */
async function perform(site: Site, service: ServiceClient, step: Step): Promise<void> {
  const repoPath = site.repository.root;
  switch (step) {
    case "defaults.set":
      await service.operator("POST /repositories/defaults", {
        body: { repoPath, verifier: "test -f set.txt" },
      });
      return;
    case "defaults.cleared":
      await service.operator("POST /repositories/defaults", { body: { repoPath, verifier: null } });
      return;
    case "defaults.file_admitted":
      await service.operator("POST /repositories/defaults/file/admit", {
        body: { repoPath, sha256: sha256(FILE) },
      });
      return;
    case "defaults.file_revoked":
      await service.operator("POST /repositories/defaults/file/revoke", { body: { repoPath } });
      return;
  }
}

/** What holds: the verifier, where it comes from, and the state of the file. */
async function stateOf(site: Site, service: ServiceClient): Promise<readonly (string | null)[]> {
  const query = { repoPath: site.repository.root };
  const { items, file } = await service.operator("GET /repositories/defaults", { query });
  const { value, origin } = items.find(({ id }) => id === "verifier")!;
  return [value, origin, file.state];
}

/** Kills the service at an event of a repository's defaults: they are as before it or after it, and the person's step is done once. */
export async function killDefaults(point: string): Promise<void> {
  using site = Site.make();
  Deno.writeTextFileSync(join(site.repository.root, ".agent-harness.json"), FILE);
  const steps = Object.keys(STEPS) as Step[];
  const at = steps.findIndex((step) => point.includes(`:${step}#`));
  const step = steps[at]!;
  const before = at === 0 ? [null, "none", "proposed"] : STEPS[steps[at - 1]!];
  await using killed = await site.start({ fault: point });
  for (const earlier of steps.slice(0, at)) await perform(site, killed, earlier);
  assert.deepEqual(await stateOf(site, killed), before);
  // A boundary that was not reached ends the service in order.
  await perform(site, killed, step).catch(() => {});
  assert.equal((await killed.terminate()).signal, "SIGKILL", `${point}: ${killed.output()}`);
  await using service = await site.resume();
  const found = await stateOf(site, service);
  assert.deepEqual(found, point.startsWith("recorded") ? before : STEPS[step]);
  if (point.startsWith("recorded")) await perform(site, service, step);
  assert.deepEqual(await stateOf(site, service), STEPS[step]);
  const types = (await readLog(service)).map(({ type }) => type);
  assert.equal(types.filter((type) => type === step).length, 1, point);
  await checkStore(service);
  await site.end(service);
}
