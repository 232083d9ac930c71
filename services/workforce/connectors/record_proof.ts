import { connectorProofsStream } from "../../../store/connectors/proofs_stream.ts";
import type { changeEvidenceSchema } from "../../../store/changes/document.ts";
import type { z } from "zod";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import type { Connector } from "./files.ts";
import type { Made, Proofs } from "./prove.ts";

type Evidence = z.output<typeof changeEvidenceSchema> & { sha256: string; size: number };

/** Puts the proofs on record, whatever came of them, and returns each that was made as evidence by its hash. */
export async function recordProofs(
  ctx: Ctx,
  { declaration: { id: connectorId, version, class: name }, contentSha256 }: Connector,
  { held, made }: Proofs,
): Promise<Evidence[]> {
  const evidence = made.filter(({ verdict }) => verdict !== "not_made").map((proof) => {
    const content = { connectorId, version, contentSha256, held, ...proof };
    const detail = ctx.redactor.facts(detailOf(proof, held));
    return { id: proof.id, label: proof.title, detail, ...keep(ctx, content) };
  });
  const proofs = made.map(({ id, title, verdict }) => {
    const found = evidence.find((each) => each.id === id);
    return { id, title, verdict, detail: found?.detail ?? "", ...(found && { sha256: found.sha256 }) };
  });
  const type = made.every(({ verdict }) => verdict === "passed")
    ? "connector_proofs.passed" as const
    : "connector_proofs.failed" as const;
  const data = { connectorId, version, class: name, contentSha256, held, proofs };
  await ctx.store.commit(() =>
    record(ctx, connectorProofsStream, ctx.newId("connector_proofs"), [{ type, data }], {
      expectedVersion: 0,
    })
  );
  return evidence;
}

/** Keeps a piece of evidence as a file, by its hash. */
export const keep = (ctx: Ctx, content: unknown) =>
  ctx.artifacts.writeSync(
    new TextEncoder().encode(ctx.redactor.facts(`${JSON.stringify(content, null, 2)}\n`)),
  );

const detailOf = ({ actions, fault }: Made, held: string): string =>
  [
    ...(fault === "" ? [`Shown ${held}.`] : [fault]),
    ...actions.flatMap(({ id, checks }) =>
      checks.map(({ what, holds }) => `${id}: ${holds ? "" : "not true: "}${what}`)
    ),
  ].join("\n");
