/** The first page of the Observatory: the workspaces in the memory, at a glance. */

import { redactText } from '../kernel/redaction.ts';

export interface WorkspaceLine {
  readonly workspace: string;
  readonly events: number;
  readonly checkout: string;
  readonly lastEvent: string;
  readonly lastAt: string;
}

export interface StatusPage {
  readonly version: string;
  readonly engine: string;
  readonly location: string;
  readonly mcpUrl: string | undefined;
  readonly workspaces: readonly WorkspaceLine[];
}

const STYLE = `
:root {
  color-scheme: light dark;
  --line: color-mix(in srgb, currentColor 18%, transparent);
}
body {
  font: 15px/1.5 system-ui, sans-serif;
  max-width: 60rem;
  margin: 3rem auto;
  padding: 0 1.5rem;
}
h1 {
  font-size: 1.6rem;
  margin: 0;
  letter-spacing: -0.01em;
}
p {
  margin: 0.3rem 0 0;
  opacity: 0.75;
}
code {
  font: 0.9em ui-monospace, monospace;
}
table {
  width: 100%;
  border-collapse: collapse;
  margin-top: 2rem;
}
th, td {
  text-align: left;
  padding: 0.55rem 0.75rem 0.55rem 0;
  border-bottom: 1px solid var(--line);
}
th {
  font-weight: 600;
  font-size: 0.8rem;
  opacity: 0.65;
}
td.number, th.number {
  text-align: right;
  padding-right: 2rem;
  font-variant-numeric: tabular-nums;
}
.empty {
  margin-top: 2rem;
}`;

export function statusPage(page: StatusPage): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="5">
<title>Waymark</title>
<style>${STYLE}</style>
<h1>Waymark</h1>
<p>Version ${escaped(page.version)} on ${escaped(page.engine)} at <code>${escaped(page.location)}</code></p>
${page.mcpUrl === undefined ? '' : `<p>MCP at <code>${escaped(page.mcpUrl)}</code></p>`}
${page.workspaces.length === 0 ? EMPTY : table(page.workspaces)}
</html>
`;
}

const EMPTY =
  '<p class="empty">Nothing is stored yet. The first note that an agent writes appears here.</p>';

function table(workspaces: readonly WorkspaceLine[]): string {
  return `<table>
<thead><tr><th>Workspace</th><th class="number">Events</th><th>Checked out</th><th>Last event</th><th>At</th></tr></thead>
<tbody>
${workspaces.map(row).join('\n')}
</tbody>
</table>`;
}

function row(line: WorkspaceLine): string {
  return `<tr><td>${escaped(line.workspace)}</td><td class="number">${line.events}</td><td>${escaped(line.checkout)}</td><td>${escaped(line.lastEvent)}</td><td>${escaped(line.lastAt)}</td></tr>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return redactText(text).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
