import type { Approval, Delivery } from "./types.ts";

type PolicyClass = Approval["policyClass"];

/** What a class of checkpoint is about, and what approving one does; for people. */
export const POLICY_WORDS: Readonly<Record<PolicyClass, { short: string; is: string; approving: string }>> = {
  "start": {
    short: "starts work",
    is: "Work is about to begin that nobody here has allowed yet.",
    approving: "Approving lets it begin. Every patch still needs an approval of its own.",
  },
  "internal": {
    short: "stays within this service",
    is: "It stays within this service.",
    approving: "Approving lets the run go on. No file of yours is written.",
  },
  "repo-write": {
    short: "writes your files",
    is: "It writes files in your working tree. Only a person may decide that.",
    approving: "Approving writes exactly this patch. Nothing is staged and nothing is committed.",
  },
  "external-write": {
    short: "changes something outside",
    is: "It changes something outside of this machine. Only a person may decide that.",
    approving: "Approving sends exactly what the evidence shows. It may not be possible to take it back.",
  },
  "command": {
    short: "allows commands",
    is: "An agent wants to run commands that no person has allowed for this repository.",
    approving:
      "Approving allows exactly these commands here, as long as the files that they name stay the same.",
  },
  "secret-use": {
    short: "hands out a secret",
    is: "A secret would be handed to the work.",
    approving: "Approving lets this run use it. The secret itself is never shown.",
  },
  "blocked": {
    short: "cannot be done",
    is: "It belongs to a class that is blocked.",
    approving: "It cannot be executed, whatever is decided.",
  },
};

/** What the button that approves says; `accepted` of `hunks` changes are picked, or null for the whole. */
export function approveLabel({ policyClass, isQuestion = false, files, accepted, hunks, delivery }: {
  policyClass: PolicyClass;
  /** Whether a worker asks, so that the answer can hold once or for longer. */
  isQuestion?: boolean;
  files: number;
  accepted: number | null;
  hunks: number;
  delivery: Delivery;
}): string {
  if (accepted !== null) return `Accept ${accepted} of ${hunks} changes`;
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
