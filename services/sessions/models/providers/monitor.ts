import { sha256 } from "../../../../store/chain.ts";
import { type ProviderDocument, providerStream } from "../../../../store/models/provider_stream.ts";
import { contextFor, type Core, type Ctx, record } from "../../../ground/kernel/context.ts";
import { NotFoundError } from "../../../ground/kernel/errors.ts";
import { type ProviderDefinition } from "../../provider_kinds/definition.ts";
import { findProvider } from "./find.ts";
import { KEY_FAULT } from "./health_schemas.ts";
import { requireProvider } from "./require.ts";
import { statusAfter } from "./hysteresis.ts";
import { providersInUse } from "./in_use.ts";
import { lookAt } from "./look.ts";
import type { ProbeResult } from "../../provider_kinds/probe_result.ts";
import type { ModelsLive } from "./settings/live.ts";

/** The interval at which the monitor looks for due checks. */
const TICK_MILLISECONDS = 30_000;

/** What the context holds about the monitor. */
export type MonitorLive = { providerMonitor: ProviderMonitor };

type Trigger = "demand" | "background";

/** Checks providers: on demand, and regularly those in use. Checks of one provider never overlap. */
export class ProviderMonitor {
  readonly #underWay = new Map<string, Promise<ProviderDocument>>();
  readonly #stopping = new AbortController();
  #lastPassAt: Date | null = null;

  /** Called after each pass, and awaited: runs that wait for a provider may resume. */
  afterPass: () => Promise<void> = () => Promise.resolve();

  /** Returns when the monitor next looks for due checks; null where maintenance is off. */
  nextPassAt({ config, startedAt }: Core): Date | null {
    if (config.maintenanceIntervalMilliseconds === 0) return null;
    return new Date((this.#lastPassAt ?? startedAt).getTime() + TICK_MILLISECONDS);
  }

  /** Stops all checks and resolves when they have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#underWay.values());
  }

  /** Checks every provider in use whose check is due. Returns the providers' ids. */
  async runOnce(service: Core & ModelsLive): Promise<string[]> {
    const now = service.now().getTime();
    this.#lastPassAt = service.now();
    const { intervalSeconds } = service.providers.settings().checks;
    const due = providersInUse(service).flatMap(({ id, awaited }) => {
      const provider = findProvider(service, id);
      if (!provider?.kind.health) return [];
      const checkedAt = service.store.documents.get(providerStream, id)?.checkedAt;
      const pause = awaited ? Math.min(TICK_MILLISECONDS, intervalSeconds * 1000) : intervalSeconds * 1000;
      return checkedAt && now - Date.parse(checkedAt) < pause ? [] : [provider];
    });
    const checks = await Promise.allSettled(
      due.map((provider) => this.check(contextFor(service, "system"), provider, "background")),
    );
    await this.afterPass();
    for (const check of checks) {
      if (check.status === "rejected" && !(check.reason instanceof NotFoundError)) throw check.reason;
    }
    return due.map(({ id }) => id);
  }

  /** Makes one check; callers during a check share its result. Throws `NotFoundError` if the provider is removed meanwhile. */
  check(ctx: Ctx<ModelsLive>, provider: ProviderDefinition, trigger: Trigger): Promise<ProviderDocument> {
    const known = this.#underWay.get(provider.id);
    if (known) return known;
    const begun = this.#check(ctx, provider, trigger).finally(() => this.#underWay.delete(provider.id));
    this.#underWay.set(provider.id, begun);
    return begun;
  }

  async #check(
    ctx: Ctx<ModelsLive>,
    provider: ProviderDefinition,
    trigger: Trigger,
  ): Promise<ProviderDocument> {
    const startedAt = performance.now();
    const result = await lookAt(ctx, provider, this.#stopping.signal);
    const durationMilliseconds = Math.round(performance.now() - startedAt);
    return await ctx.store.commit(() => {
      requireProvider(ctx, provider.id);
      recordCheck(ctx, provider, { result, trigger, durationMilliseconds });
      return ctx.store.documents.get(providerStream, provider.id)!;
    });
  }
}

type Check = { result: ProbeResult; trigger: Trigger; durationMilliseconds: number };

/** A server that was only probed and has never answered is not recorded as a provider; a program was found by its path. */
function recordCheck(ctx: Ctx<ModelsLive>, provider: ProviderDefinition, check: Check): void {
  const { id, label } = provider;
  const { result } = check;
  const before = ctx.store.documents.get(providerStream, id);
  const { detail } = result;
  const told = !result.ok && result.fault === "credentials" ? KEY_FAULT : detail;
  const from = before?.status ?? "unknown";
  const to = statusAfter(before, result.ok ? "none" : result.fault);
  const probed = provider.source === "detected" && !before?.detectedAt ? provider.baseUrl : null;
  const found = probed !== null && result.ok;
  const catalog = result.ok && result.catalog ? result.catalog : null;
  const digest = catalog && sha256(JSON.stringify(catalog));
  record(ctx, providerStream, id, [
    ...(found ? [{ type: "provider.detected" as const, data: { baseUrl: probed } }] : []),
    {
      type: "provider.health_checked",
      data: {
        trigger: check.trigger,
        ok: result.ok,
        status: to,
        fault: result.ok ? null : result.fault,
        detail,
        durationMilliseconds: check.durationMilliseconds,
        models: catalog && catalog.models.length + catalog.omitted,
        version: result.ok ? result.version : null,
      },
    },
    ...(result.ok && check.trigger === "demand" && before?.loginRefused
      ? [{ type: "provider.login_cleared" as const, data: { label, by: "check" as const } }]
      : []),
    ...(from === to || (probed !== null && !found)
      ? []
      : [{ type: "provider.health_changed" as const, data: { from, to, label, detail: told } }]),
    ...(catalog && digest && digest !== before?.catalog?.sha256
      ? [{ type: "provider.catalog_changed" as const, data: { ...catalog, sha256: digest } }]
      : []),
  ]);
}
