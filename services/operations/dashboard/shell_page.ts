/** The HTML page of the dashboard; the script decides what it shows. */
export const shellPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>agent-harness</title>
<link rel="icon" href="/assets/favicon.svg" type="image/svg+xml">
<link rel="manifest" href="/assets/manifest.webmanifest" crossorigin="use-credentials">
<meta name="theme-color" content="#1d53d0">
<link rel="stylesheet" href="/dashboard/styles.css">
<script type="module" src="/dashboard/app.js"></script>
<div id="app"></div>
<noscript><p>The dashboard needs JavaScript. Everything that it shows is also a command of the agent-harness CLI.</p></noscript>
</html>
`;
