import assert from "node:assert/strict";
import { eventOf, EventTail } from "../../recovery/event_tail.ts";
import { inParallel } from "../../recovery/in_parallel.ts";
import type { ServiceClient } from "../../recovery/service_process.ts";
import { checkStore, readLog, Site } from "../../recovery/site.ts";
import { sandboxTest } from "../../sandbox.ts";
import { FILES, VERIFIER } from "./combined.ts";

/** Requests a change and resolves once it waits for its review. */
async function requestChange(service: ServiceClient, root: string, request: string): Promise<void> {
  using tail = new EventTail(service);
  const { id } = await service.operator("POST /coordinator/runs", {
    body: { request, repoPath: root, verifier: { command: VERIFIER } },
  });
  await tail.first(eventOf(id, "approval.requested"));
}

/** Kills the service at a point of the verification of a pair, and checks what the next one makes of it. */
async function killAt(point: string): Promise<void> {
  using site = Site.make(FILES);
  const { root } = site.repository;
  await using killed = await site.start({ fault: point });
  await requestChange(killed, root, 'replace "a" with "one" in a.txt');
  await requestChange(killed, root, 'replace "b" with "two" in b.txt').catch(() => {});
  assert.equal((await killed.ended).signal, "SIGKILL", `${point}: ${killed.output()}`);
  await using service = await site.start();
  using tail = new EventTail(service);
  await tail.first(({ type }) => type === "combination.verified");
  const { combinations, verifications } = await service.operator("GET /approvals/forecast", {
    query: { repoPath: root },
  });
  assert.deepEqual([combinations.map(({ outcome }) => outcome), verifications.today], [["failed"], 1], point);
  const types = (await readLog(service)).map(({ type }) => type);
  assert.equal(types.filter((type) => type === "combination.verified").length, 1, point);
  await checkStore(service);
  await site.end(service);
}

sandboxTest(
  "kill -9 while a pair is verified: the next start ends what is left of it, verifies it again and records it once",
  async () => {
    await inParallel(2, ["process:combination:started#1", "combination:verified#1"], killAt);
  },
);
