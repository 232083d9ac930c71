import { callProgram } from "./program.ts";
import type { ActionRequest } from "./request.ts";
import { type Bench, type Check, freshRequest, performApproved, type Proof } from "./proof_bench.ts";

/** Proof 3: the verifier confirms what happened, and refutes every false result. */
export const verified: Proof = {
  id: "verified",
  title: "Its verifier confirms what happened and catches a falsified result",
  prove: async (bench, action) => {
    const request = freshRequest(bench, action);
    const answer = await performApproved(bench, request);
    if (answer.status !== "done") return [{ what: `it is done: ${answer.detail}`, holds: false }];
    const { response } = answer;
    const checks: Check[] = [
      { what: "what happened is confirmed", holds: await verdict(bench, request, response) === "confirmed" },
      { what: "the response says something", holds: Object.keys(response).length > 0 },
    ];
    for (const [field, value] of Object.entries(response)) {
      const falsified = { ...response, [field]: other(value) };
      const holds = await verdict(bench, request, falsified) === "refuted";
      checks.push({ what: `another ${field} is refuted`, holds });
    }
    const never = await verdict(bench, freshRequest(bench, action), response);
    return [...checks, { what: "what never happened is refuted", holds: never === "refuted" }];
  },
};

async function verdict({ connector, runtime }: Bench, { text }: ActionRequest, response: unknown) {
  const call = { call: "verify" as const, request: text, response };
  return (await callProgram(runtime, connector.declaration.command, call)).verdict;
}

function other(value: unknown): unknown {
  switch (typeof value) {
    case "number":
      return value + 1;
    case "boolean":
      return !value;
    case "string":
      return `${value}x`;
    default:
      return "falsified";
  }
}
