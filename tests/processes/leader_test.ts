import assert from "node:assert/strict";
import { join } from "node:path";
import { startLeader } from "../../services/machine/processes/leader.ts";
import { writeExecutable } from "../executable.ts";
import { temporaryDirectory } from "../temporary.ts";

Deno.test("a command whose shell ends before it leads is refused with how it ended", async () => {
  const endings = [["exit 7", "exit code 7"], ["kill -KILL $$", "SIGKILL"]] as const;
  for (const [script, ending] of endings) {
    const directory = temporaryDirectory();
    writeExecutable(join(directory, "sh"), `#!/bin/bash\n${script}\n`);
    await assert.rejects(
      startLeader({
        script: 'exec "$@"',
        args: ["true"],
        directory,
        environment: { PATH: `${directory}:/usr/bin:/bin` },
        stderr: "null",
      }),
      { message: `A command ended before it could start (${ending}). Check the system's process limits.` },
    );
  }
});
