import type { OauthAppInput } from "./schemas.ts";

/** What is known of a server before anyone configures it. */
type Preset = Omit<OauthAppInput, "clientId" | "clientSecret" | "clientSecretId">;

/** Servers whose addresses need not be entered. Values sent with POST /oauth/apps/:connectorId override a preset. */
const PRESETS: Readonly<Record<string, Preset>> = {
  google: {
    provider: "google",
    displayName: "Google",
    issuer: "https://accounts.google.com",
    scopes: ["openid", "email", "https://www.googleapis.com/auth/calendar.readonly"],
    allowedHosts: ["oauth2.googleapis.com", "openidconnect.googleapis.com", "www.googleapis.com"],
    // Without these two, Google sends no refresh token.
    extraAuthorizationParameters: { access_type: "offline", prompt: "consent" },
  },
  gitlab: {
    provider: "gitlab",
    displayName: "GitLab",
    issuer: "https://gitlab.com",
    scopes: ["openid", "email", "read_api"],
    allowedHosts: ["gitlab.com"],
  },
  github: {
    provider: "github",
    displayName: "GitHub",
    authorizationEndpoint: "https://github.com/login/oauth/authorize",
    tokenEndpoint: "https://github.com/login/oauth/access_token",
    deviceAuthorizationEndpoint: "https://github.com/login/device/code",
    userinfoEndpoint: "https://api.github.com/user",
    tokenEndpointAuthMethod: "client_secret_post",
    scopes: ["read:user"],
    allowedHosts: ["api.github.com"],
  },
};

/** Returns the preset of a connector, or undefined, whatever the id is. */
export const presetOf = (connectorId: string): Preset | undefined =>
  Object.hasOwn(PRESETS, connectorId) ? PRESETS[connectorId] : undefined;
