import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { findProgram } from "../../services/ground/kernel/find_program.ts";
import { listenersOn } from "../../services/operations/system/socket_table.ts";
import { temporaryDirectory } from "../temporary.ts";
import { runCli } from "./fixture.ts";

const python = findProgram("python3", "/usr/bin:/usr/local/bin");
const canBeAnother = Deno.build.os === "linux" && Deno.uid() === 0 && python !== null;

/** Answers every request with the headers that came. */
const ECHO = `
import http.server, sys
class Echo(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        print("got", self.headers.get("authorization"), flush=True)
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(b"[]")
    def log_message(self, *_): pass
server = http.server.HTTPServer(("127.0.0.1", 0), Echo)
print("port", server.server_port, flush=True)
server.serve_forever()`;

Deno.test({
  name:
    "a token file is not sent to another user's program on the port; control: a token that a flag names is" +
    (canBeAnother ? "" : " (skipped: needs Linux, root and the system's python3, to listen as another user)"),
  ignore: !canBeAnother,
  fn: async () => {
    const storage = join(temporaryDirectory(), "storage");
    const made = await runCli(["init", storage, "--token"]);
    assert.equal(made.code, 0, made.stderr);
    const path = join(storage, "token");
    const token = Deno.readTextFileSync(path).trim();
    const stranger = new Deno.Command(python!, {
      args: ["-c", ECHO],
      uid: 65534,
      cwd: "/",
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    let heard = "";
    const output = stranger.stdout.pipeThrough(new TextDecoderStream()).getReader();
    while (!/port \d+\n/.test(heard)) heard += (await output.read()).value ?? assert.fail("it ended");
    const environment = {
      AGENT_HARNESS_STORAGE_DIR: storage,
      AGENT_HARNESS_URL: `http://127.0.0.1:${/port (\d+)/.exec(heard)![1]}`,
    };
    const refused = await runCli(["runs", "list"], { environment });
    const named = await runCli(["runs", "list", "--token-file", path], { environment });
    stranger.kill("SIGKILL");
    for (let { value, done } = await output.read(); !done; { value, done } = await output.read()) {
      heard += value;
    }
    await stranger.status;
    assert.equal(refused.code, 69, refused.stderr);
    assert.match(refused.stderr, /belongs to user 65534, so the token in .* was not sent.*--url/);
    assert.equal(named.code, 0, named.stderr);
    assert.deepEqual(heard.match(/got .*/g), [`got Bearer ${token}`]);
    Deno.removeSync(dirname(storage), { recursive: true });
  },
});

Deno.test("listenersOn finds the process that listens on a port at any address, and no process that is connected to it", () => {
  const row = (local: string, state: string, uid: number) =>
    ` 0: ${local} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000 ${uid} 0 17 1 0`;
  const port = fc.integer({ min: 1, max: 65535 });
  fc.assert(fc.property(port, port, fc.nat(70_000), (asked, other, uid) => {
    fc.pre(asked !== other);
    const [here, there] = [asked, other].map((each) => each.toString(16).toUpperCase().padStart(4, "0"));
    const four = ["header", row(`0100007F:${there}`, "0A", 7), row(`0100007F:${here}`, "01", 8)].join("\n");
    assert.deepEqual(listenersOn(asked, [four, ""]), []);
    const six = ["header", row(`00000000000000000000000000000000:${here}`, "0A", uid), ""].join("\n");
    assert.deepEqual(listenersOn(asked, [four, six]), [uid]);
  }));
});
