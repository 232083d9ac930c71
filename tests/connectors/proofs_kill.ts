import assert from "node:assert/strict";
import { REVIEWED } from "../git.ts";
import { checkStore, readLog, Site } from "../recovery/site.ts";
import { temporaryDirectory } from "../temporary.ts";
import { putShop, shopDeclaration, type ShopFault } from "./shop.ts";

/** Each event from the request to enable a connector to its being enabled, and the proofs of one that fails. */
export const PROOF_POINTS: readonly { point: string; fault: ShopFault }[] = [
  ...["connector_proofs.passed", "agent_profile_change.requested", "approval.requested", "connector.enabled"]
    .flatMap((
      type,
    ) => [
      { point: `recorded:${type}#1`, fault: "none" as const },
      { point: `committed:${type}#1`, fault: "none" as const },
    ]),
  { point: "recorded:connector_proofs.failed#1", fault: "twice" },
  { point: "committed:connector_proofs.failed#1", fault: "twice" },
];

/** Kills the service while a connector is proved and enabled: proofs are whole or absent, and it is enabled once or not at all. */
export async function killProofs({ point, fault }: (typeof PROOF_POINTS)[number]): Promise<void> {
  using site = Site.make();
  putShop(site.storage, shopDeclaration(fault, temporaryDirectory()));
  const request = { body: { kind: "capability" as const, targetId: "shop" } };
  await using killed = await site.start({ fault: point });
  const asked = await killed.operator("POST /agent-profile-changes", request).catch(() => null);
  if (asked) {
    const params = { id: asked.id };
    await killed.operator("POST /agent-profile-changes/:id/approve", { params, body: REVIEWED }).catch(
      () => {},
    );
  }
  assert.equal((await killed.terminate()).signal, "SIGKILL", `${point}: ${killed.output()}`);

  await using service = await site.start();
  const shown = async () =>
    (await service.operator("GET /capabilities", { query: { kind: "connector" } })).find(({ id }) =>
      id.endsWith("shop")
    )!;
  const proved = (await shown()).attempts ?? [];
  for (const { proofs } of proved) assert.equal(proofs.length, 5, point);
  const isEnabled = (await shown()).state === "enabled";
  assert.equal(isEnabled, point === "committed:connector.enabled#1", point);
  if (fault !== "none") {
    await assert.rejects(service.operator("POST /agent-profile-changes", request), /cannot be enabled/);
  } else if (!isEnabled) {
    const { id } = await service.operator("POST /agent-profile-changes", request);
    await service.operator("POST /agent-profile-changes/:id/approve", { params: { id }, body: REVIEWED });
  }
  const types = (await readLog(service)).map(({ type }) => type);
  const times = (type: string) => types.filter((each) => each === type).length;
  assert.equal(times("connector.enabled"), fault === "none" ? 1 : 0, point);
  assert.equal((await shown()).state === "enabled", fault === "none", point);
  assert.equal(times("agent_profile_change.requested"), fault === "none" ? 1 : 0, point);
  await checkStore(service);
  await site.end(service);
}
