/** Returns a property list for launchd, for a user agent. */
export function launchdPlist({ start, storage }: { start: readonly string[]; storage: string }): string {
  const text = (value: string) => `<string>${escape(value)}</string>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>agent-harness</string>
  <key>ProgramArguments</key>
  <array>
${start.map((each) => `    ${text(each)}`).join("\n")}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
    <key>AGENT_HARNESS_STORAGE_DIR</key>
    ${text(storage)}
    <key>PATH</key>
    <string>/opt/homebrew/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin</string>
  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ExitTimeOut</key>
  <integer>90</integer>
  <key>Umask</key>
  <integer>63</integer>
</dict>
</plist>
`;
}

const escape = (value: string): string =>
  value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
