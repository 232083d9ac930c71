import { join } from "node:path";
import { sha256 } from "../../store/chain.ts";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { InvalidError } from "../../services/ground/kernel/errors.ts";
import type { Subject } from "../../services/ground/kernel/subject.ts";
import { requestReview } from "../../services/control/approvals/request.ts";
import type { Harness } from "../harness.ts";

/** A point at which a test may end the process. */
export type LetterPoint = "approved" | "before" | "written" | "applied";

/**
 * A subject of tests: letters, put into a mailbox outside of the service. Each delivery is a file with the approval's id and
 * a line in `deliveries`; the mailbox takes none while it holds a file `moved`, and breaks at one called `broken`.
 */
export const letters = (mailbox: string, reach: (point: LetterPoint) => void = () => {}): Subject => ({
  kind: "letter",
  agentReads: false,
  appliers: {
    "external-write": {
      check: (_, { subject }) => {
        if (subject?.id === "letter_torn") throw new InvalidError("The letter is torn. Write it again.");
      },
      approved: () => reach("approved"),
      rejected: (_, { id }, note) => append(mailbox, "rejected", `${id} ${note ?? ""}`),
      ended: (_, { id }, detail) => append(mailbox, "ended", `${id} ${detail}`),
      apply: async (_, { id, evidence }, { again }) => {
        if (again && exists(join(mailbox, id))) return { outcome: "applied" };
        if (exists(join(mailbox, "moved"))) return { outcome: "stale", detail: "The mailbox has moved." };
        if (exists(join(mailbox, "broken"))) throw new Error("The mailbox is broken.");
        reach("before");
        await Deno.writeTextFile(join(mailbox, id), evidence[0]!.sha256, { createNew: true });
        append(mailbox, "deliveries", id);
        reach("written");
        return { outcome: "applied" };
      },
    },
    internal: { approved: (_, { id }) => append(mailbox, "filed", id) },
  },
});

/** Asks for a letter to be sent and returns the approval's id. */
export async function askToSend(
  h: Harness,
  subject = "letter_1",
  text = "Dear reader",
  expiresAt?: string,
): Promise<string> {
  const ctx = contextFor(h.service, "operator");
  const content = await h.service.artifacts.write(text);
  const id = ctx.write(() =>
    requestReview(ctx, {
      subject: { kind: "letter", id: subject },
      policyClass: "external-write",
      risk: "medium",
      recommendedAction: "inspect",
      reasons: ["It leaves this machine."],
      title: "Send a letter",
      summary: "One letter to one reader.",
      evidence: [{
        id: "letter",
        kind: "external-write-artifact",
        path: "letter.txt",
        sha256: sha256(text),
        size: content.size,
        summary: "The letter",
      }],
      ...(expiresAt && { expiresAt }),
    })
  );
  await ctx.settled();
  return id;
}

/** A whole decision of a human who looked at everything. */
export const REVIEWED = {
  actorType: "human" as const,
  reviewedEvidence: true,
  reviewedHashes: true,
  reviewedPolicyClass: true,
};

const append = (mailbox: string, name: string, line: string): void =>
  Deno.writeTextFileSync(join(mailbox, name), `${line}\n`, { append: true });

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}
