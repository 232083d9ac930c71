/** The bare equivalent of a command that prints what it knows by itself. */
Deno.stdout.writeSync(new TextEncoder().encode("bare\n"));
