import {
  DEFAULT_SETTINGS,
  type SettingsDocument,
  type SourceConfig,
} from "../../../store/planner/settings.ts";
import { isIP } from "node:net";
import { isForbiddenAddress } from "../../machine/network/address.ts";
import { plannerSettingsStream, SETTINGS_ID } from "../../../store/planner/settings_stream.ts";
import { plannerSourceStream } from "../../../store/planner/source_stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError, NotFoundError } from "../../ground/kernel/errors.ts";
import { isLoopback } from "../../ground/kernel/loopback.ts";
import { readDestination } from "../../accounts/outbound/destination.ts";
import { requireSecret } from "../../accounts/secrets/read_model.ts";
import type { ApplyingLive } from "../../control/approvals/applying.ts";
import type { VaultLive } from "../../accounts/secrets/vault.ts";
import {
  requireAddress,
  requirePath,
  requirePrivateHost,
  requireReachable,
} from "../calendars/configured_places.ts";
import { requireAddress as requireAddressOf } from "../planner_settings/mail_address.ts";
import { requireOauthAccount } from "../calendars/google_account.ts";
import { removeSource } from "./sources/remove.ts";
import { getPlannerSettings, MAX_SOURCES, settingsOf, sourcesOf } from "../planner_settings/settings.ts";
import type { PlannerSettings, PlannerSettingsInput, SourceInput } from "../planner_settings/schemas.ts";
import { orderWith } from "../planner_settings/source_order.ts";
import { isWritable, writeBackOf } from "../planner_settings/write_back.ts";
import { recordOf } from "../../../store/shared/records.ts";

/**
 * Changes settings: absent ones stay, null restores the default, and sources are found by their id. If one of them is invalid,
 * nothing changes. A removed source is erased with everything that it contained.
 */
export async function setPlannerSettings(
  ctx: Ctx<VaultLive & ApplyingLive>,
  input: PlannerSettingsInput,
): Promise<PlannerSettings> {
  const { sources = [], ...given } = input;
  refuseRepeated(sources);
  requireHosts(given);
  const before = settingsOf(ctx);
  const sourceOrder = orderWith(sourcesOf(ctx).map(({ id }) => id), sources);
  const settings = { ...mergeSettings(before, given), sourceOrder };
  requireSmtp(ctx, settings);
  const known = new Map(sourcesOf(ctx).map((source) => [source.id, source.config]));
  const removed = sources.filter(({ remove }) => remove);
  for (const { id } of removed) if (!known.has(id)) throw new NotFoundError("planner source", id);
  const configured = sources.filter(({ remove }) => !remove)
    .map((source) => ({ id: source.id, config: configOf(ctx, source, known.get(source.id)) }));
  const added = configured.filter(({ id }) => !known.has(id)).length;
  if (known.size + added - removed.length > MAX_SOURCES) {
    throw new InvalidError(`At most ${MAX_SOURCES} sources are allowed. Remove one that you no longer need.`);
  }
  ctx.write(() => {
    if (JSON.stringify(settings) !== JSON.stringify(before)) {
      record(ctx, plannerSettingsStream, SETTINGS_ID, [{
        type: "planner.settings_changed",
        data: { settings },
      }]);
    }
    for (const { id, config } of configured) {
      if (JSON.stringify(config) === JSON.stringify(known.get(id))) continue;
      record(ctx, plannerSourceStream, id, [{ type: "planner.source_configured", data: { config } }]);
    }
  });
  await ctx.settled();
  for (const { id } of removed) await removeSource(ctx, id);
  return getPlannerSettings(ctx);
}

function refuseRepeated(sources: readonly SourceInput[]): void {
  const ids = sources.map(({ id }) => id);
  const twice = ids.find((id, i) => ids.indexOf(id) !== i);
  if (twice !== undefined) throw new InvalidError(`The source "${twice}" is named twice.`);
}

/** Refuses addresses that research could not use. */
function requireHosts({ searchEngine, privateHosts }: Omit<PlannerSettingsInput, "sources">): void {
  if (searchEngine) requireReachable(readDestination(searchEngine.url).target);
  for (
    const host of [...privateHosts ?? [], ...(searchEngine?.privateHost ? [searchEngine.privateHost] : [])]
  ) requirePrivateHost(`"${host}"`, host);
}

function mergeSettings(
  before: SettingsDocument,
  input: Omit<PlannerSettingsInput, "sources">,
): SettingsDocument {
  const settings: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    if (name === "identity") {
      settings.identity = value === null
        ? DEFAULT_SETTINGS.identity
        : { ...before.identity, ...recordOf(value) };
    } else {settings[name] = value ?? (name === "timeZone"
        ? Intl.DateTimeFormat().resolvedOptions().timeZone
        : recordOf(DEFAULT_SETTINGS)[name]);}
  }
  return settings as SettingsDocument;
}

const NEW_SOURCE = {
  url: null,
  path: null,
  username: null,
  secretId: null,
  accountId: null,
  collections: null,
  role: null,
  enabled: true,
  privateHost: null,
};

function configOf(ctx: Ctx, input: SourceInput, known: SourceConfig | undefined): SourceConfig {
  const { id, remove: _, ...given } = input;
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const kind = input.kind ?? known?.kind;
  if (kind === undefined) throw new InvalidError(`The source "${id}" is new, so it needs a kind.`);
  if (known && kind !== known.kind) {
    throw new InvalidError(
      `The source "${id}" is of the kind ${known.kind}. Remove it and set up another one.`,
    );
  }
  const writeBack = isWritable({ kind }) ? "ask" : "off";
  const config: SourceConfig = { kind, label: id, ...NEW_SOURCE, writeBack, ...known, ...said };
  if (said.writeBack === "ask" && !isWritable(config)) {
    throw new InvalidError(
      `The source "${id}" is read-only (${kind}), so changes to its tasks stay local. Set its writeBack to off, or leave it out.`,
    );
  }
  if (config.secretId !== null) requireSecret(ctx, config.secretId);
  if (kind === "ics_file" || kind === "markdown") requirePath(ctx, id, config.path);
  if (kind === "ics_url" || kind === "caldav") requireAddress(id, config);
  if (kind === "google") {
    if (config.url !== null) requireAddress(id, config);
    requireOauthAccount(ctx, id, config);
  }
  return { ...config, writeBack: writeBackOf(config) };
}

function requireSmtp(ctx: Ctx, { smtp, defaultCalendarId }: SettingsDocument): void {
  if (defaultCalendarId !== null && !/^(?:local|[a-z0-9][a-z0-9_-]{0,39}:.+)$/.test(defaultCalendarId)) {
    throw new InvalidError(
      `defaultCalendarId is "${defaultCalendarId}". It must be local, or a source and calendar such as work:/ann/calendar/.`,
    );
  }
  if (smtp === null) return;
  if (isIP(smtp.host) !== 0 && isForbiddenAddress(smtp.host)) {
    throw new InvalidError(`smtp.host is ${smtp.host}, which is link-local or reserved. Name a mail server.`);
  }
  requireAddressOf(smtp.from);
  if (smtp.secretId !== null) requireSecret(ctx, smtp.secretId);
  if (smtp.security === "none" && !isLoopback(smtp.host)) {
    throw new InvalidError(
      `Mail would go to ${smtp.host} without encryption. Set smtp.security to tls or starttls.`,
    );
  }
}
