/** Runs `backup restore <file> --to <directory>` for each line of its input, in one process: a start takes longer than that. */
import { main } from "../../../commands/main.ts";
import { fakeShell } from "../../cli/fixture.ts";

let rest = "";
for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split("\n");
  rest = lines.pop()!;
  for (const line of lines) {
    const [file, to] = JSON.parse(line);
    const { shell, printed } = fakeShell(null);
    const code = await main(["backup", "restore", file, "--to", to], shell);
    Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify({ code, ...printed })}\n`));
  }
}
