import { OPERATOR } from "../tokens.ts";
import { GENERAL } from "./general_answers.ts";
import type { Payload } from "./prober.ts";

/** A request on its way to the service, which may be changed. */
export type Asked = { path: string; headers: Headers; text: string };

/** One thing that a row does otherwise than a sentence says. */
export type Deviation = {
  what: string;
  key: string;
  says: string;
  deviate: (asked: Asked, pass: () => Promise<Response>) => Promise<Response>;
};

/** The answer with another payload or status. */
async function withPayload(
  answer: Promise<Response>,
  change: (payload: Payload) => Payload,
  status?: number,
): Promise<Response> {
  const got = await answer;
  const text = await got.text();
  if (got.status >= 300) return new Response(text, got);
  return new Response(JSON.stringify(change(JSON.parse(text))), {
    status: status ?? got.status,
    headers: got.headers,
  });
}

const REACHED =
  "Asking for a state that is already reached is 200 and changes nothing (archive an archived record, resume a running run, cancel a finished one)";

/** Deviations of every kind that a change of the service could bring. */
export const DEVIATIONS: readonly Deviation[] = [
  {
    what: "a new record is 200",
    key: "POST /memory",
    says: GENERAL.created.says,
    deviate: (_, pass) => withPayload(pass(), (payload) => payload, 200),
  },
  {
    what: "the agent's token is admitted to what is the operator's",
    key: "GET /secrets",
    says: "Such calls return 403.",
    deviate: (asked, pass) => {
      if (asked.headers.has("authorization")) asked.headers.set("authorization", `Bearer ${OPERATOR}`);
      return pass();
    },
  },
  {
    what: "a field is missing",
    key: "GET /runs/:id",
    says:
      "Every run that is not terminal answers `nextMove: { owner: worker|human|schedule|dependency, what, by? }`",
    deviate: (_, pass) => withPayload(pass(), ({ nextMove: _, ...rest }) => rest),
  },
  {
    what: "what is unknown is not named",
    key: "GET /automations",
    says: GENERAL.ignored.says,
    deviate: async (_, pass) => {
      const answer = await pass();
      answer.headers.delete("x-agent-harness-ignored");
      return answer;
    },
  },
  {
    what: "a repetition changes the record",
    key: "POST /memory/:id/archive",
    says: REACHED,
    deviate: (_, pass) =>
      withPayload(
        pass(),
        (payload) => ({ ...payload, updatedAt: crypto.randomUUID() }),
      ),
  },
  {
    what: "the limit of a list is not enforced",
    key: "GET /audio-sessions",
    says: "`limit` defaults to 100, at most 1,000; `offset` from 0; out of range is 400.",
    deviate: (asked, pass) => {
      asked.path = asked.path.replace(/limit=1001/, "limit=1000");
      return pass();
    },
  },
  {
    what: "the key of a request is ignored",
    key: "POST /coordinator/conversations",
    says: GENERAL.repeated.says,
    deviate: (asked, pass) => {
      asked.headers.delete("idempotency-key");
      return pass();
    },
  },
  {
    what: "a list is in the other order",
    key: "GET /approvals/queue",
    says: "Snapshots that list things are objects with `items` (newest or most urgent first) and `counts`.",
    deviate: (_, pass) =>
      withPayload(pass(), ({ items, ...rest }) => ({ ...rest, items: items.toReversed() })),
  },
  {
    what: "the hash of an artifact is that of something else",
    key: "GET /runs/:id/artifact-index",
    says:
      "artifact path, purpose, preview type, label, summary, size, SHA-256 hash, producing task/session references, related approvals, related evaluations.",
    deviate: (_, pass) =>
      withPayload(pass(), ({ items, ...rest }) => ({
        ...rest,
        items: items.map((item: Payload) => ({ ...item, sha256: "0".repeat(64) })),
      })),
  },
  {
    what: "changed files are left out",
    key: "GET /shell/git-status",
    says: "git status object (query `path`)",
    deviate: (_, pass) => withPayload(pass(), (payload) => ({ ...payload, items: [] })),
  },
  {
    what: "a stored value is shown",
    key: "POST /secrets",
    says: GENERAL.secrets.says,
    deviate: ({ text }, pass) =>
      withPayload(pass(), (payload) => ({ ...payload, redactedPreview: JSON.parse(text).value })),
  },
  {
    what: "a record that is not there is 400",
    key: "GET /projects/context/:id",
    says: "Missing route or record.",
    deviate: async (_, pass) => {
      const answer = await pass();
      return answer.status === 404
        ? new Response(await answer.text(), { ...answer, status: 400, headers: answer.headers })
        : answer;
    },
  },
  {
    what: "an approval does without the flags",
    key: "POST /approvals/:id/approve",
    says: "`repo-write` and `external-write` approval without all three flags: 400 naming those missing.",
    deviate: (asked, pass) => {
      if (asked.text.includes("actorType")) {
        const flags = { reviewedEvidence: true, reviewedHashes: true, reviewedPolicyClass: true };
        asked.text = JSON.stringify({ ...JSON.parse(asked.text), ...flags });
      }
      return pass();
    },
  },
  {
    what: "what a list holds as text counts as an object",
    key: "POST /notifications/read-all",
    says: "A POST without a body and without a content type has the body `{}`",
    deviate: (asked, pass) => {
      if (["[]", "null", '"x"'].includes(asked.text)) asked.text = "{}";
      return pass();
    },
  },
];
