import { partWords } from "../../../client/accepted_hunks.ts";
import type { Approval, PatchDelivery } from "./types.ts";

type PolicyClass = Approval["policyClass"];

/** The description of each class of checkpoint, and the effect of approving it. */
export const POLICY_WORDS: Readonly<Record<PolicyClass, { short: string; is: string; approving: string }>> = {
  "start": {
    short: "starts work",
    is: "The run is about to start work that has not been allowed before.",
    approving: "If you approve, the work starts. Every patch still needs its own approval.",
  },
  "internal": {
    short: "stays within this service",
    is: "It stays within this service.",
    approving: "If you approve, the run continues. None of your files are written.",
  },
  "repo-write": {
    short: "writes your files",
    is: "It writes files in your working tree. Only a person can approve it.",
    approving: "If you approve, exactly this patch is written. Nothing is staged or committed.",
  },
  "external-write": {
    short: "changes external data",
    is: "It changes something outside this machine. Only a person can approve it.",
    approving: "If you approve, exactly what the evidence shows is sent. You may not be able to undo it.",
  },
  "command": {
    short: "allows commands",
    is: "An agent wants to run commands that are not yet allowed in this repository.",
    approving:
      "If you approve, exactly these commands are allowed in this repository, as long as the files they name do not change.",
  },
  "secret-use": {
    short: "uses a secret",
    is: "What the worker wants to do contains the value of a secret.",
    approving:
      "If you approve, the worker may do exactly this, once, with that value. The value is not shown.",
  },
  "blocked": {
    short: "blocked",
    is: "Its policy class is blocked.",
    approving: "It cannot be executed, even if you approve it.",
  },
};

/** Returns the label of the approve button; `accepted` of `hunks` changes are selected, or null for all. */
export function approveLabel({ policyClass, isQuestion = false, files, accepted, hunks, delivery }: {
  policyClass: PolicyClass;
  /** Whether a worker asks a question, so that the answer can hold once or for longer. */
  isQuestion?: boolean;
  files: number;
  accepted: number | null;
  hunks: number;
  delivery: PatchDelivery;
}): string {
  if (accepted !== null) return `Accept ${partWords(accepted, hunks)}`;
  if (isQuestion) return "Allow once";
  switch (policyClass) {
    case "repo-write":
      if (delivery === "branch") return "Approve as a new branch";
      if (delivery === "format-patch") return "Approve as a patch file";
      return `Approve and write ${files === 1 ? "1 file" : `${files} files`}`;
    case "command":
      return "Allow these commands";
    case "start":
      return "Allow this repository";
    default:
      return "Approve";
  }
}
