/** The bare equivalent of a command that asks the service and prints its answer. */
const response = await fetch(Deno.args[0]!);
Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify(await response.json(), null, 2)}\n`));
