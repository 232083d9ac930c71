/**
 * The service, which kills itself with SIGKILL at the point of a refresh that FAULT_POINT names: `asked` before the refresh token
 * is read, `answered` before the new tokens are stored, `first-stored` and `all-stored` between storing and recording them,
 * `recorded` before whoever waits is told. At `sent` the server of the test kills it.
 */
import { codeDirectory, startService } from "../../../main.ts";
import { readConfig } from "../../../services/ground/kernel/config.ts";

const die = () => Deno.kill(Deno.pid, "SIGKILL");

const running = await startService(readConfig((name) => Deno.env.get(name), codeDirectory()));
const { vault } = running.service;
const write = vault.files.write.bind(vault.files);
const dieAfter = (stored: number) => {
  let left = stored;
  vault.files.write = (name, content) => {
    if (left === 0) die();
    write(name, content);
    if (--left === 0) die();
  };
};

switch (Deno.env.get("FAULT_POINT")) {
  case "asked":
    vault.read = () => (die(), "");
    break;
  case "answered":
    dieAfter(0);
    break;
  case "first-stored":
    dieAfter(1);
    break;
  case "all-stored":
    dieAfter(2);
    break;
  case "recorded":
    vault.files.remove = die;
    break;
}
Deno.stdout.writeSync(new TextEncoder().encode(`listens on ${running.url}, process ${Deno.pid}\n`));
