#!/usr/bin/env -S deno run -A
import { main } from "./commands/main.ts";

if (import.meta.main) Deno.exit(await main(Deno.args));
