import type { ReportedBy } from "../../../../store/worker_machines/document.ts";

/** Returns the sentence that says where a verifier ran, and whether this machine found the same. */
export function whereSentence({ name, checkedHere, statement }: ReportedBy): string {
  const unconfined = statement.confinement.kind === "none" ? ", without a sandbox" : "";
  switch (checkedHere) {
    case undefined:
      return `The worker machine ${name} reported it${unconfined}; it was not checked here.`;
    case "same":
      return `The worker machine ${name} reported it${unconfined}, and this machine found the same.`;
    case "flaky":
      return `The worker machine ${name} reported the opposite; here the verifier passed once and failed once, so it is flaky.`;
    case "different":
      return `The worker machine ${name} reported the opposite, so it was revoked; this is what was found here.`;
  }
}
