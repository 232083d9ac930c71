/**
 * The real service, except that it kills itself at one point of what it does with stored material. Only tests start this
 * file; `FAULT_POINT` is one of `half-written`, `stored`, `recorded`.
 */
import { codeDirectory, startService } from "../../../main.ts";
import { readConfig } from "../../../services/ground/kernel/config.ts";

const die = () => Deno.kill(Deno.pid, "SIGKILL");

const running = await startService(readConfig((name) => Deno.env.get(name), codeDirectory()));
const { files } = running.service.vault;
const write = files.write.bind(files);

switch (Deno.env.get("FAULT_POINT")) {
  case "half-written":
    files.write = (name, content) => {
      Deno.writeTextFileSync(`${files.path(name)}.killed.tmp`, content.slice(0, content.length / 2));
      die();
    };
    break;
  case "stored":
    files.write = (name, content) => {
      write(name, content);
      die();
    };
    break;
  case "recorded":
    files.remove = die;
    break;
}
Deno.stdout.writeSync(new TextEncoder().encode(`listens on ${running.url}, process ${Deno.pid}\n`));
