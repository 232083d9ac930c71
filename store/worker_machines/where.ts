import type { ReportedBy } from "./document.ts";

/** Returns the sentence that says where a verifier ran, of whom that is independent, and whether this machine found the same. */
export function whereSentence(
  { name, checkedHere, statement, madeBy = [], independent }: ReportedBy,
): string {
  const unconfined = statement.confinement.kind === "none" ? ", without a sandbox" : "";
  switch (checkedHere) {
    case undefined: {
      const made = listOf(madeBy.map((maker) => maker.name ?? "this machine"));
      return independent === false
        ? `Reported by the worker machine ${name}${unconfined}, of the same group as the machine that made it: not independent, and not checked here.`
        : `Made on ${
          made || "this machine"
        }; reported by the worker machine ${name}${unconfined}, not checked here.`;
    }
    case "same":
      return `The worker machine ${name} reported it${unconfined}, and this machine found the same.`;
    case "flaky":
      return `The worker machine ${name} reported the opposite; here the verifier passed once and failed once, so it is flaky.`;
    case "different":
      return `The worker machine ${name} reported the opposite, so it was revoked; this is what was found here.`;
  }
}

const listOf = (names: readonly string[]): string => [...new Set(names)].join(" and ");
