import type { Shell } from "../shell.ts";

/** Reports fields that the service did not know; a typing error in a JSON body would otherwise go unnoticed. */
export function noteIgnored({ output }: Shell, response: Response): void {
  const ignored = response.headers.get("x-agent-harness-ignored");
  if (ignored) {
    output.talk(
      `The service ignored unknown fields: ${ignored.split(",").map(decodeURIComponent).join(", ")}`,
    );
  }
}

/** Says how many entries of a list that is returned in parts are not shown. */
export function noteRest(
  { output }: Shell,
  { headers }: Response,
  { value, offset }: { value: unknown; offset: number },
): void {
  const total = headers.get("x-agent-harness-total");
  if (total === null || !Array.isArray(value)) return;
  const next = offset + value.length;
  if (value.length > 0 && next < parseInt(total)) {
    output.talk(`${offset + 1} to ${next} of ${total} are shown. Go on with --offset ${next}.`);
  }
  if (total.endsWith("+")) {
    output.talk("There may be more than were found. Look at a shorter time with --from and --to.");
  }
}
