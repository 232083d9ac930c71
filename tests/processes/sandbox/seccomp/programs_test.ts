import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { findProgram } from "../../../../services/ground/kernel/find_program.ts";
import { EXCEPTIONS } from "../../../../services/machine/processes/sandbox/seccomp/refusals.ts";
import { defaultLimits } from "../../../../services/machine/processes/sandbox/mod.ts";
import { testNeeding } from "../../../kit/skip.ts";
import { SANDBOX } from "../../../sandbox.ts";
import { asAnotherUser, NO_OTHER_USER } from "../another_user.ts";
import { Enclosure } from "../enclosure.ts";
import { PROGRAMS } from "./programs.ts";

const path = Deno.env.get("PATH") ?? "";

for (const [name, { needs, files = {}, command, prints, rule = {} }] of Object.entries(PROGRAMS)) {
  Deno.test({
    // A language that is not installed has no project here; the others show the same of the filter.
    ignore: SANDBOX === null || needs === null,
    name: `sandbox: ${name}, works as it does without the filter of system calls`,
    fn: async () => {
      using enclosure = new Enclosure();
      for (const [file, text] of Object.entries(files)) {
        const path = join(enclosure.worktree, file);
        Deno.mkdirSync(dirname(path), { recursive: true });
        Deno.writeTextFileSync(path, text);
      }
      const options = { environment: { PROGRAM: needs!, PATH: path }, place: { programs: [needs!] } };
      const control = await enclosure.run(command, {
        ...options,
        rule: { ...rule, systemCalls: [...EXCEPTIONS] },
      });
      assert.match(control.output, prints, `the control: ${control.output}`);
      const { output, exitCode } = await enclosure.run(command, { ...options, rule });
      assert.match(output, prints);
      assert.equal(exitCode, control.exitCode);
    },
  });
}

const packaged = findProgram("chromium", "/usr/bin");

testNeeding(
  NO_OTHER_USER !== null
    ? `a command of another user ${NO_OTHER_USER}`
    : SANDBOX === null || packaged === null
    ? "needs bubblewrap and the package chromium"
    : null,
  {
    name:
      "sandbox: Chromium of another user with its own sandbox, works as it does without the filter of system calls",
    fn: async () => {
      const command =
        `id -u; HOME=/home/user ${packaged} --headless --disable-gpu --user-data-dir=/tmp/profile --dump-dom 'data:text/html,<script>document.write(6*7)</script>' 2>/dev/null`;
      const control = await asAnotherUser(command, defaultLimits(), { systemCalls: [...EXCEPTIONS] });
      assert.match(control, /^65534\n[\s\S]*42/, `the control: ${control}`);
      assert.match(await asAnotherUser(command, defaultLimits()), /^65534\n[\s\S]*42/);
    },
  },
);
