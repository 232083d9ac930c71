import assert from "node:assert/strict";
import { EFFECT_KINDS } from "../../services/ground/effects/kinds.ts";
import { PROGRAM } from "./sources.ts";

/** What changes the world outside of the log, and the only file that may do it: it is an effect, or a step of one. */
const DOERS: Readonly<Record<string, { calls: RegExp; in: readonly string[] }>> = {
  "writes a working tree": {
    calls: /\bapplyBundle\(\{/,
    in: [
      "services/execution/executor/results/patch_effect.ts",
      "services/execution/executor/undo/subject.ts",
    ],
  },
  "makes a branch": {
    calls: /\bwriteNewBranch\(control, \{/,
    in: ["services/execution/executor/results/deliver.ts"],
  },
  "writes a calendar": {
    calls: /\bplace\.(?:put|remove)\(/,
    in: ["services/planning/planner_actions/carrying_out/write_step.ts"],
  },
  "sends a mail": {
    calls: /\bawait deliver\(\{/,
    in: ["services/planning/planner_actions/drafts/send_mail.ts"],
  },
  "performs an action of a connector": {
    calls: /call: "perform",\s*request: request\.text/,
    in: ["services/workforce/connectors/carry_out_action.ts"],
  },
  "uses up a refresh token": {
    calls: /\brefreshTokenGrantRequest\(/,
    in: ["services/accounts/oauth/refresh.ts"],
  },
  "revokes a token": { calls: /\brevocationRequest\(/, in: ["services/accounts/oauth/revoke.ts"] },
  "removes a bank": { calls: /"\/item\/remove", \{/, in: ["services/accounts/financelink/disconnect.ts"] },
  "sends an alert": { calls: /\bsendAlert\(ctx/, in: ["services/operations/alerts/send_once.ts"] },
  "transcribes": { calls: /await runEngine\(ctx/, in: ["services/conversation/audio/job.ts"] },
};

Deno.test("everything that changes the world outside of the log does it as an effect", () => {
  for (const [what, { calls, in: allowed }] of Object.entries(DOERS)) {
    const found = PROGRAM.filter(({ path, text }) => path.startsWith("services/") && calls.test(text)).map((
      { path },
    ) => path);
    assert.deepEqual(found.toSorted(), [...allowed].toSorted(), what);
  }
});

Deno.test("every kind of effect is carried out somewhere", () => {
  const all = PROGRAM.filter(({ path }) => path.startsWith("services/")).map(({ text }) => text).join(
    "\n",
  );
  for (const kind of Object.keys(EFFECT_KINDS)) {
    assert.match(all, new RegExp(String.raw`\bkind: "${kind}"`), kind);
  }
});

/** Waits of what only reads, and so may be repeated at will. */
const READERS = ["services/accounts/financelink/check.ts", "services/ground/kernel/integrity.ts"];

Deno.test("no effect has a schedule of retries of its own", () => {
  const found = PROGRAM.filter(({ path, text }) =>
    path.startsWith("services/") && /\bRETR(?:Y|IES)_?\w*(?:MILLISECONDS|SECONDS)\b/.test(text)
  ).map(({ path }) => path);
  assert.deepEqual(found.toSorted(), READERS);
});
