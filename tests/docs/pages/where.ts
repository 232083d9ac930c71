import { PROGRAM, SOURCES } from "../../checks/sources.ts";

/** What somebody may want to change, the file to open, and the name in it to look for. */
const ROWS: readonly [what: string, file: string, name: string][] = [
  [
    "what a request to create a run may say",
    "services/control/runs/schemas.ts",
    "createCoordinatorRunInputSchema",
  ],
  ["what is recorded about a run", "store/runs/events.ts", "runEvents"],
  ["what the API shows of a run", "services/control/runs/read_model.ts", "shownRun"],
  ["the order of the steps of a run", "services/control/runs/steps.ts", "nextStep"],
  ["which state of a run may follow which", "services/control/lifecycle/runs.ts", "RUN_MOVES"],
  [
    "which state of a task session may follow which",
    "services/control/lifecycle/task_sessions.ts",
    "SESSION_MOVES",
  ],
  [
    "which state of an approval may follow which",
    "services/control/lifecycle/approvals.ts",
    "APPROVAL_MOVES",
  ],
  ["how a decision is checked", "services/control/approvals/decide.ts", "approve"],
  ["how long an approval waits", "services/ground/policy/approval_lifetime.ts", "APPROVAL_LIFETIME"],
  ["why an effect may be attempted again", "services/ground/effects/kinds.ts", "EFFECT_KINDS"],
  ["when a failed effect is attempted again", "services/ground/effects/retries.ts", "RETRIES"],
  ["policy classes, and what is blocked", "services/ground/policy/classes.ts", "BLOCKED_CLASSES"],
  ["what the dial means", "services/ground/policy/dial.ts", "decideAction"],
  ["which files of a repository are protected", "services/ground/policy/protected_paths.ts", "PROTECTED"],
  ["what a sandbox shows to a program", "services/machine/processes/sandbox/compose.ts", "composeSandbox"],
  ["where a run may work", "services/machine/repositories/repo_path.ts", "resolveRepoPath"],
  [
    "which requests to foreign addresses are allowed",
    "services/accounts/outbound/destination.ts",
    "resolveDestination",
  ],
  ["how secrets are kept", "services/accounts/secrets/vault.ts", "Vault"],
  ["what is removed from what leaves", "services/ground/kernel/redactor.ts", "Redactor"],
  ["who may call an endpoint", "services/ground/kernel/access.ts", "Access"],
  ["which web pages may call the service", "routes/guard.ts", "loopbackGuard"],
  ["how large and how slow a request body may be", "routes/body_reader.ts", "BodyReader"],
  ["environment variables", "services/ground/kernel/config.ts", "readConfig"],
  ["how a worker is chosen", "services/workforce/routing/route.ts", "routeFor"],
  ["kinds of workers", "services/workforce/worker_kinds/kinds.ts", "WORKER_KINDS"],
  ["how a task is done", "services/execution/tasks/task.ts", "doTask"],
  ["how a run goes from step to step", "services/execution/executor/driver.ts", "Driver"],
  ["when an alert is sent again", "services/operations/alerts/deliver.ts", "deliverAlert"],
  ["a table or an index of lists of runs", "store/runs/list_view.ts", "runListView"],
  ["how events become durable", "store/shared_commit.ts", "SharedCommit"],
  ["what is erased with a run", "store/erase.ts", "erase"],
  ["the words of an approve button", "ui/approvals/model/policy_words.ts", "approveLabel"],
  ["which pages the dashboard has", "ui/pages.ts", "PAGES"],
  ["what lives as long as the service", "services/parts.ts", "PARTS"],
];

/** Returns the table of what to open for a change. Throws if a file is not there or no longer exports the name. */
export function whereTable(): string {
  const rows = ROWS.map(([what, file, name]) => {
    const source = PROGRAM.find(({ path }) => path === file);
    if (!source) {
      throw new Error(`${file} does not exist, but the table of changes names it.${suggestion(name)}`);
    }
    if (!isExported(source.text, name)) {
      throw new Error(`${file} does not export ${name}, as the table of changes says.${suggestion(name)}`);
    }
    return `| ${what} | [\`${file}\`](../${file}) | \`${name}\` |`;
  });
  return ["| I want to change … | open | look for |", "|---|---|---|", ...rows].join("\n");
}

const isExported = (text: string, name: string): boolean =>
  new RegExp(`^export (?:async )?(?:const|function|class|type) ${name}\\b`, "m").test(text);

function suggestion(name: string): string {
  const now = SOURCES.find(({ text }) => isExported(text, name));
  return now ? ` ${now.path} exports it now.` : "";
}
