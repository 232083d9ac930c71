import { findProgram } from "../../../../services/ground/kernel/find_program.ts";
import type { SandboxRule } from "../../../../services/machine/processes/sandbox/mod.ts";
import { findChromium, findWindowedChromium } from "../../../browser/find_chromium.ts";

const found = (name: string) => findProgram(name, Deno.env.get("PATH") ?? "");

/** A program as a project has it: what it needs, its files, and a command whose output says that it works. */
type Program = {
  needs: string | null;
  files?: Record<string, string>;
  command: string;
  prints: RegExp;
  /** What it needs besides, where the service runs as root. */
  rule?: Partial<SandboxRule>;
};

const LEAK = `#include <stdlib.h>
int main(void) { volatile char *lost = malloc(77); lost = 0; return 0; }
`;
const DEBUGGED = `#include <sys/ptrace.h>
#include <sys/wait.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  pid_t child = fork();
  if (child == 0) { pause(); return 0; }
  int held = ptrace(PTRACE_ATTACH, child, 0, 0) == 0 && waitpid(child, 0, 0) == child;
  printf("traced %d\\n", held);
  return ptrace(PTRACE_KILL, child, 0, 0) != 0;
}
`;
const THREADS = `import java.nio.file.*;
import java.util.concurrent.*;
class Main {
  public static void main(String[] args) throws Exception {
    var pool = Executors.newFixedThreadPool(8);
    var sum = pool.submit(() -> Files.readString(Path.of("/etc/passwd")).length());
    System.out.println("java " + (sum.get() > 0));
    pool.shutdown();
  }
}
`;

const SUM = `use std::thread;
fn sum() -> u64 {
    let all: Vec<_> = (1..=8u64).map(|n| thread::spawn(move || n * n)).collect();
    all.into_iter().map(|each| each.join().unwrap()).sum()
}
fn main() { println!("rust {}", sum()); }
#[test]
fn adds() { assert_eq!(sum(), 204); }
`;
const PACKAGE = `[package]
name = "sum"
version = "0.1.0"
edition = "2021"
[[bin]]
name = "sum"
path = "sum.rs"
`;
const WORKERS = `const { Worker, isMainThread, parentPort, workerData } = require("worker_threads");
if (!isMainThread) parentPort.postMessage(workerData * workerData);
else {
  const all = [1, 2, 3].map((n) =>
    new Promise((done) => new Worker(__filename, { workerData: n }).on("message", done)));
  Promise.all(all).then((found) => console.log("node", found.join(" ")));
}
`;
const POOL = `import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
if __name__ == "__main__":
    with ThreadPoolExecutor(8) as threads, ProcessPoolExecutor(2) as processes:
        print("python", sum(threads.map(abs, range(-8, 0))), sum(processes.map(abs, [-1, -2])))
`;

/** The cargo of an installation, not rustup's stand-in for it, which looks for its settings in a person's home. */
function installedCargo(): string | null {
  const cargo = found("cargo");
  if (cargo === null || found("rustup") === null) return cargo;
  const asked = new Deno.Command("rustup", { args: ["which", "cargo"], stderr: "null" }).outputSync();
  return asked.success ? new TextDecoder().decode(asked.stdout).trim() : null;
}

/** What projects run, by a name. */
export const PROGRAMS: Readonly<Record<string, Program>> = {
  "node, with files and subprocesses on libuv's own threads": {
    needs: found("node"),
    command:
      `node -e "const fs=require('fs');fs.promises.writeFile('x','y').then(()=>fs.promises.readFile('x','utf8')).then(t=>console.log('node',t,require('child_process').execSync('echo sub').toString()))"`,
    prints: /^node y sub/,
  },
  "python, with multiprocessing and name resolution": {
    needs: findProgram("python3", "/usr/bin"),
    command:
      `/usr/bin/python3 -c "import multiprocessing as m, socket; print('python', m.Pool(2).map(abs,[-1,-2]), socket.getaddrinfo('localhost',80)[0][4][0])"`,
    prints: /^python \[1, 2\] (?:127\.0\.0\.1|::1)/,
  },
  "a JVM, with threads": {
    needs: found("java"),
    files: { "Main.java": THREADS },
    command: "java -Xmx256m Main.java",
    prints: /^java true/m,
  },
  "python, with threads and a pool of processes": {
    needs: findProgram("python3", "/usr/bin"),
    files: { "pool.py": POOL },
    command: "/usr/bin/python3 pool.py",
    prints: /^python 36 3$/m,
  },
  "node, with worker threads": {
    needs: found("node"),
    files: { "workers.js": WORKERS },
    command: "node workers.js",
    prints: /^node 1 4 9$/m,
  },
  "git": {
    needs: found("git"),
    command:
      "rm -rf one && git init -q one && cd one && echo a > a && git add a && git commit -qm first && git branch two && git worktree add -q /tmp/two two && git -C /tmp/two log --format=%s && git gc -q && git fsck",
    prints: /^first$/m,
  },
  "bash, with job control in a terminal": {
    needs: found("bash") && found("script"),
    files: {
      "jobs.sh": `set -m; sh -c 'kill -STOP $$; echo on'; echo "stopped $?"; fg >/dev/null; echo "ended $?"`,
    },
    command: 'script -qec "bash jobs.sh" /dev/null',
    prints: /stopped 147\r?\n[^]*on\r?\nended 0/,
  },
  "npm ci, offline, with a package of its own": {
    needs: found("npm"),
    files: {
      "package.json": '{ "name": "project", "dependencies": { "small": "file:small" } }',
      "package-lock.json":
        '{ "name": "project", "lockfileVersion": 3, "requires": true, "packages": { "": { "name": "project", "dependencies": { "small": "file:small" } }, "node_modules/small": { "resolved": "small", "link": true }, "small": { "version": "1.0.0" } } }',
      "small/package.json": '{ "name": "small", "version": "1.0.0", "main": "main.js" }',
      "small/main.js": 'module.exports = "small works";',
    },
    command: "npm ci --offline --silent && node -p 'require(\"small\")'",
    prints: /^small works$/m,
  },
  "rust, built and tested by cargo, with threads": {
    needs: installedCargo(),
    files: { "Cargo.toml": PACKAGE, "sum.rs": SUM },
    command:
      'PATH="$(dirname "$PROGRAM"):$PATH"; cargo build --offline --quiet && ./target/debug/sum && cargo test --offline --quiet',
    prints: /^rust 204$[\s\S]*1 passed/m,
  },
  "go": {
    needs: found("go"),
    files: {
      "main.go":
        'package main\nimport ("fmt"; "os/exec")\nfunc main() { out, _ := exec.Command("echo", "sub").Output(); fmt.Print("go ", string(out)) }\n',
    },
    command: "GOCACHE=/tmp/go GOFLAGS=-mod=mod GO111MODULE=off go run main.go",
    prints: /^go sub/,
  },
  "LeakSanitizer, which traces its own process": {
    needs: found("gcc"),
    files: { "leak.c": LEAK },
    command: "gcc -g -O0 -fsanitize=leak leak.c -o leak && ./leak",
    prints: /detected memory leaks[\s\S]*77 byte\(s\) leaked/,
  },
  "AddressSanitizer, which looks for leaks": {
    needs: found("gcc"),
    files: { "leak.c": LEAK },
    command: "gcc -g -O0 -fsanitize=address leak.c -o leak && ./leak",
    prints: /detected memory leaks[\s\S]*77 byte\(s\) leaked/,
  },
  "LeakSanitizer of clang": {
    needs: found("clang"),
    files: { "leak.c": LEAK },
    command: "clang -g -O0 -fsanitize=leak leak.c -o leak && ./leak",
    prints: /detected memory leaks[\s\S]*77 byte\(s\) leaked/,
  },
  "a debugger of its own child": {
    needs: found("gcc"),
    files: { "debugged.c": DEBUGGED },
    command: "gcc debugged.c -o debugged && ./debugged",
    prints: /^traced 1/,
  },
  "a sandbox in the sandbox": {
    needs: found("unshare"),
    command: "unshare --user --mount --pid --fork sh -c 'echo nested $$'",
    prints: /^nested 1$/m,
    rule: { userNamespaces: true },
  },
  "Chromium, by the script of its package": {
    needs: findProgram("chromium", "/usr/bin"),
    command:
      `"$PROGRAM" --headless --no-sandbox --disable-gpu --user-data-dir=/tmp/profile --dump-dom 'data:text/html,<script>document.write(6*7)</script>' 2>/dev/null`,
    prints: /42/,
  },
  "Chromium": {
    needs: findWindowedChromium() ?? findChromium(),
    command:
      `"$PROGRAM" --headless --no-sandbox --disable-gpu --user-data-dir=/tmp/profile --dump-dom 'data:text/html,<script>document.write(6*7)</script>' 2>/dev/null`,
    prints: /42/,
  },
};
