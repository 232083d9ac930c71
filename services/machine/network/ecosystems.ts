/** Where one kind of packages comes from, and how a machine configures another source. */
export type Ecosystem = {
  /** The public hosts. */
  publicHosts: readonly string[];
  /** The person's own configuration files; `~/` is the home. Those of a repository are never read. */
  files: readonly string[];
  /** The lines of those files that name a source. */
  source: RegExp;
  /** The settings that replace the public source. */
  replaces: RegExp;
  /** Variables of this service that replace the public source. */
  variables: readonly string[];
  /** Variables that tell a command the source, since it sees none of the files. */
  tell: readonly string[];
};

const NEVER = /(?!)/;

/** The known package managers. Git hosting is not included, because a command that can fetch there can also push. */
export const ECOSYSTEMS: readonly Ecosystem[] = [
  {
    publicHosts: ["registry.npmjs.org", "registry.yarnpkg.com", "repo.yarnpkg.com", "npm.jsr.io", "jsr.io"],
    files: ["~/.npmrc", "/etc/npmrc", "/usr/etc/npmrc", "/usr/local/etc/npmrc", "~/.yarnrc", "~/.yarnrc.yml"],
    source: /^\s*(?:@[\w.-]+:)?(?:registry\s*[= ]|npmRegistryServer:).*$/gm,
    replaces: /^\s*(?:registry\s*[= ]|npmRegistryServer:).*$/m,
    variables: ["npm_config_registry", "NPM_CONFIG_REGISTRY", "YARN_NPM_REGISTRY_SERVER"],
    tell: ["npm_config_registry", "YARN_REGISTRY", "YARN_NPM_REGISTRY_SERVER"],
  },
  {
    publicHosts: ["pypi.org", "files.pythonhosted.org"],
    files: ["~/.config/pip/pip.conf", "~/.pip/pip.conf", "/etc/pip.conf", "~/.config/uv/uv.toml"],
    source: /^\s*(?:extra[-_])?(?:index-)?url\s*=.*$/gm,
    replaces: /^\s*index[-_]url\s*=.*$/m,
    variables: ["PIP_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX_URL"],
    tell: ["PIP_INDEX_URL", "UV_DEFAULT_INDEX"],
  },
  {
    publicHosts: ["index.crates.io", "static.crates.io"],
    files: ["~/.cargo/config.toml", "~/.cargo/config"],
    source: /^\s*(?:registry|index)\s*=.*$/gm,
    replaces: /^\s*replace-with\s*=.*$/m,
    variables: [],
    tell: [],
  },
  {
    publicHosts: ["proxy.golang.org", "sum.golang.org"],
    files: ["~/.config/go/env"],
    source: /^\s*GOPROXY=.*$/gm,
    replaces: /^\s*GOPROXY=.*$/m,
    variables: ["GOPROXY"],
    tell: ["GOPROXY"],
  },
  {
    publicHosts: ["rubygems.org", "index.rubygems.org"],
    files: ["~/.gemrc", "~/.bundle/config"],
    source: /^.*$/gm,
    replaces: /^:?sources:/m,
    variables: [],
    tell: [],
  },
  {
    publicHosts: ["repo.maven.apache.org", "repo1.maven.org", "plugins.gradle.org", "services.gradle.org"],
    files: ["~/.m2/settings.xml"],
    source: /<url>.*?<\/url>/gs,
    replaces: /<mirrorOf>\s*(?:\*|central)/,
    variables: [],
    tell: [],
  },
  {
    publicHosts: ["api.nuget.org"],
    files: ["~/.nuget/NuGet/NuGet.Config"],
    source: /<add\s.*?\/>/gs,
    replaces: NEVER,
    variables: [],
    tell: [],
  },
  {
    publicHosts: ["repo.packagist.org", "pub.dev", "repo.hex.pm", "builds.hex.pm", "hackage.haskell.org"],
    files: [],
    source: NEVER,
    replaces: NEVER,
    variables: [],
    tell: [],
  },
];
