import { join } from "node:path";
import { readCapsule } from "../../services/operations/capsules/read.ts";
import { TestRepository } from "../git.ts";
import type { Harness } from "../harness.ts";
import { runToRest } from "../runs/scenario.ts";
import { temporaryDirectory } from "../temporary.ts";

/** The repository of the capsules that tests make. */
export const FILES = { "a.txt": "hello\n", "src/run.sh": "echo hi\n" };

/** A run whose result is under review, verified. */
export async function verifiedRun(h: Harness, repository: TestRepository) {
  return await runToRest(h, repository, {
    request: 'create b.txt with "b"',
    verifier: { command: "cat a.txt b.txt" },
  });
}

/** Lists and exports the capsule of a run, as a person does. Returns its file. */
export async function exported(h: Harness, runId: string): Promise<{ path: string; signer: string }> {
  const { contentsSha256, signer } = await h.operator("GET /runs/:id/capsule", { params: { id: runId } });
  const response = await h.send(`/runs/${runId}/capsule`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ contentsSha256 }),
  });
  if (!response.ok) throw new Error(await response.text());
  const path = join(temporaryDirectory(), "a.capsule");
  await Deno.writeFile(path, response.body!);
  return { path, signer };
}

/** Reads a capsule where nothing is known but the given signers. */
export async function readHere(path: string, ...known: string[]) {
  const directory = temporaryDirectory();
  return { directory, report: await readCapsule(path, directory, new Set(known)) };
}
