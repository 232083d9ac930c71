import type { Core } from "../../../ground/kernel/context.ts";

/** What a context has for webhooks. */
export type WebhooksLive = { webhooks: WebhookState };

const MINUTE = 60_000;

/**
 * What deliveries share: the values of secrets, and the deliveries of the last minute. None of it must outlive the
 * process.
 */
export class WebhookState {
  readonly #values = new Map<string, { until: number; value: Promise<string | null> }>();
  readonly #counts = new Map<string, { minute: number; count: number; told: boolean }>();

  constructor(readonly service: Pick<Core, "now">) {}

  /** Returns the value of a secret; calls `read` if it is unknown, and again after a minute, when it may have changed. */
  async value(key: string, changes: boolean, read: () => Promise<string | null>): Promise<string | null> {
    const now = this.service.now().getTime();
    for (const [each, { until }] of this.#values) if (until < now) this.#values.delete(each);
    const known = this.#values.get(key);
    if (known) return await known.value;
    const value = read();
    const entry = { until: changes ? now + MINUTE : Infinity, value };
    this.#values.set(key, entry);
    if (await value === null) entry.until = now + MINUTE;
    return await value;
  }

  /**
   * Counts a delivery to a path. Returns whether it exceeds the limit of this minute, and whether it is the first to do
   * so.
   */
  count(path: string, maxPerMinute: number): { tooMany: boolean; first: boolean; secondsLeft: number } {
    const now = this.service.now().getTime();
    const minute = Math.floor(now / MINUTE);
    let entry = this.#counts.get(path);
    if (entry?.minute !== minute) this.#counts.set(path, entry = { minute, count: 0, told: false });
    const tooMany = ++entry.count > maxPerMinute;
    const first = tooMany && !entry.told;
    entry.told ||= tooMany;
    return { tooMany, first, secondsLeft: Math.ceil(((minute + 1) * MINUTE - now) / 1000) };
  }
}
