#!/usr/bin/env node
// Starts the program on the Deno that npm installed beside it, on this process's terminal, and ends as it ends.
"use strict";
const { spawn } = require("node:child_process");
const { existsSync } = require("node:fs");
const { dirname, join } = require("node:path");

/** What Deno is told on each system, before the program. */
const FLAGS = "@FLAGS@";

/** The executable itself: npm's wrapper around it passes no signal on. */
function findDeno() {
  const directory = dirname(require.resolve("deno/package.json"));
  const own = join(directory, process.platform === "win32" ? "deno.exe" : "deno");
  // Where npm ran no install scripts, the package does now what its script would have done.
  return existsSync(own) ? own : require(join(directory, "install_api.cjs")).runInstall();
}

function fail(message) {
  process.stderr.write(`agent-harness: ${message}\n`);
  process.exit(1);
}

let deno;
try {
  deno = findDeno();
} catch (error) {
  fail(`npm installed no Deno for this system: ${error.message}`);
}
const { AGENT_HARNESS_EXECUTABLE: _, ...env } = process.env; // of another program that started this one
const program = join(__dirname, "@ENTRY@");
const child = spawn(deno, ["run", ...FLAGS[process.platform], program, ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...env, DENO_NO_UPDATE_CHECK: "1" },
});
child.on("error", (error) => fail(`${deno} could not be started: ${error.message}`));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    // Ctrl-C reaches the program by itself, and a second one would end it at once.
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  });
}
child.on("exit", (code, signal) => {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
