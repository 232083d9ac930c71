import { answer, past, VERIFIER } from "../trials/past.ts";
import { calendarFile, event } from "../planner/planner_world.ts";
import { TEMPLATE_SOURCES } from "../../services/control/workflows/template_sources.ts";
import type { Place } from "./place.ts";

/** The content of the views: runs in each state, and a conversation. */
export type World = {
  waiting: string;
  completed: string;
  failed: string;
  paused: string;
  provider: string;
  approval: string;
  conversation: string;
  document: string;
  automation: string;
  workflow: string;
  workflowRun: string;
  race: string;
  trial: string;
};

/** Fills a service with all kinds of records, through its API. */
export async function fill(place: Place): Promise<World> {
  const completed = await place.run({
    request:
      'create docs/guide.md with "# Guide\\n\\nHow to greet.\\n"\nappend "\\nMore.\\n" to docs/intro.md',
    verifier: { command: "test -f docs/guide.md" },
  });
  await place.approve(completed);
  const builtin = { worker: { provider: "builtin" } };
  const [failed, provider, paused, cancelled, race] = await Promise.all([
    place.run({ request: 'create broken.txt with "x"', verifier: { command: "echo it is wrong; exit 3" } }),
    place.run({ request: "make the greeting friendlier", worker: { provider: "nowhere" } }),
    place.run({ request: 'create later.md with "later"' }),
    place.run({ request: 'create never.md with "never"' }),
    place.run({ request: 'create raced.md with "raced"', race: { contenders: [builtin, builtin] } }),
  ]);
  await place.call("POST /runs/:id/pause", { params: { id: paused } });
  await place.call("POST /runs/:id/cancel", { params: { id: cancelled }, body: { reason: "not needed" } });
  const waiting = await place.run({
    request: [
      'replace "Hello" with "Hello, world" in greet.sh',
      'create docs/USAGE.md with "# Usage\\n"',
      'append "Run sh greet.sh.\\n" to docs/USAGE.md',
      'create CHANGELOG.md with "# Changes\\n"',
      'run printf "it greets:\\n" && sh greet.sh',
      'append "\\nSee USAGE.\\n" to docs/intro.md',
    ].join("\n"),
    verifier: { command: "sh greet.sh | grep world" },
  });
  const { waitingFor } = await place.call("GET /runs/:id", { params: { id: waiting } });
  const { id: conversation } = await place.call("POST /coordinator/conversations", {
    body: { title: "The greeting", activeRunId: waiting },
  });
  for (const content of ["help", "status"]) {
    await place.call("POST /coordinator/conversations/:id/messages", {
      params: { id: conversation },
      body: { content },
    });
  }
  const document = await furnish(place);
  await fillCalendar(place);
  const automation = await automate(place);
  const { workflow, workflowRun } = await work(place);
  const approval = waitingFor!.id;
  return {
    ...{ waiting, completed, failed, paused, provider, approval, conversation, document, automation },
    ...{ workflow, workflowRun, race, trial: await beginTrial(place) },
  };
}

/** Begins a trial of a repository with one case, whose request ends with `says`. */
export async function beginTrial({ call }: Place, says = ""): Promise<string> {
  const { message, files } = answer(1);
  const { root } = past([{ message: message.replace("\n", ` ${says}\n`), files }]);
  return (await call("POST /trials", { body: { repoPath: root, verifier: VERIFIER } })).id;
}

/** Fills the planner with a calendar that has conflicts, and with tasks; the titles contain `says`. */
export async function fillCalendar({ call }: Place, says = ""): Promise<void> {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const at = (days: number, time: string) => `${day(days).replaceAll("-", "")}T${time}00Z`;
  const path = calendarFile([
    event({ uid: "review", start: at(0, "0900"), title: `Design review ${says}`.trim() }),
    event({ uid: "call", start: at(0, "0930"), title: "Call with a customer" }),
    event({ uid: "lunch", start: at(0, "1200"), title: "Lunch", lines: ["TRANSP:TRANSPARENT"] }),
    event({ uid: "standup", start: at(-3, "0815"), title: "Standup", lines: ["RRULE:FREQ=DAILY;COUNT=30"] }),
    event({ uid: "fair", start: day(1).replaceAll("-", ""), title: "Fair", lines: ["TRANSP:TRANSPARENT"] }),
    event({ uid: "retro", start: at(2, "1400"), end: at(2, "1530"), title: "Retrospective" }),
    event({ uid: "clash", start: at(2, "1500"), title: "Interview", lines: ["STATUS:TENTATIVE"] }),
  ]);
  await call("POST /planner/settings", {
    body: { timeZone: "UTC", sources: [{ id: "work", kind: "ics_file", label: "Work", path }] },
  });
  await call("POST /planner/refresh", { body: {} });
  const quick = (quickAdd: string) => call("POST /planner/tasks", { body: { quickAdd } });
  const report = await quick("Write the report tomorrow #work !1 90m");
  await quick("Water the plants #home");
  await call("POST /planner/tasks", {
    body: { title: `Collect the figures ${says}`.trim(), parentId: report.id },
  });
  await call("POST /planner/tasks/:id/schedule", {
    params: { id: report.id },
    body: { start: `${day(1)}T13:00:00Z`, durationMinutes: 90 },
  });
}

/** Saves a workflow in two versions and runs it until it waits for a human. */
async function work({ call, repository }: Place): Promise<Pick<World, "workflow" | "workflowRun">> {
  const source = TEMPLATE_SOURCES["plan-approve-implement"]!;
  const { id } = await call("POST /saved-workflows", { body: { source } });
  const body = { id, source: source.replace("PLAN.md", "docs/PLAN.md"), note: "The plan lies in docs." };
  await call("POST /saved-workflows", { body });
  const { runId } = await call("POST /saved-workflows/:id/run", {
    params: { id },
    body: { repoPath: repository.root, inputs: { request: 'create done.md with "yes"' } },
  });
  return { workflow: id, workflowRun: runId! };
}

/** Creates an automation that fires seldom, and returns its id. */
async function automate({ call, repository }: Place): Promise<string> {
  const { id } = await call("POST /automations", {
    body: {
      name: "Nightly check",
      trigger: { kind: "schedule", cron: "30 2 * * *", timezone: "Europe/Berlin" },
      action: { kind: "run", request: 'create nightly.md with "x"', repoPath: repository.root },
    },
  });
  const params = { id };
  await call("POST /automations/:id/pause", { params });
  await call("POST /automations/:id/enable", { params });
  return id;
}

/** Adds memory, a policy, a secret and a context document, and returns the id of the document. */
async function furnish(place: Place): Promise<string> {
  const source = { kind: "user", id: "me" } as const;
  for (
    const content of ["Greetings end in a full stop.", "Shell scripts are run with sh, never with bash."]
  ) {
    await place.call("POST /memory", { body: { type: "fact", scope: "global", source, content } });
  }
  const rejected = await place.run({ request: 'create shout.txt with "HELLO"' });
  const { waitingFor } = await place.call("GET /runs/:id", { params: { id: rejected } });
  await place.call("POST /approvals/:id/reject", {
    params: { id: waitingFor!.id },
    body: { actorType: "human", disposition: "abandon", reviewerNote: "Never shout in a greeting." },
  });
  await place.call("POST /memory/maintenance", { body: {} });
  await place.call("POST /model-routing/policies", {
    body: { name: "Workers", match: { role: "worker" }, prefer: [{ provider: "builtin", model: "recipe" }] },
  });
  await place.call("POST /secrets", {
    body: { name: "openai/main", kind: "api-key", provider: "openai", value: "not-a-real-key" },
  });
  const { id } = await place.call("POST /projects/context", {
    body: {
      projectPath: place.repository.root,
      title: "How we work",
      documentType: "notes",
      content: "# Rules\n\nSmall commits. See `docs/intro.md`.\n",
    },
  });
  return id;
}
