/**
 * Tells package managers that there is no network: they then use what they have downloaded before, or fail at once
 * instead of retrying for minutes.
 */
export const OFFLINE_VARIABLES: Readonly<Record<string, string>> = {
  // npm and pnpm
  npm_config_offline: "true",
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_update_notifier: "false",
  YARN_ENABLE_NETWORK: "0",
  PIP_RETRIES: "0",
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
  UV_OFFLINE: "1",
  CARGO_NET_OFFLINE: "true",
  GOPROXY: "off",
  COMPOSER_DISABLE_NETWORK: "1",
  MAVEN_ARGS: "--offline",
};
