/** Reads the agent and the workspace that an HTTP request names. */

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { AGENT_RULE, isAgentName, WORKSPACE_ID, WORKSPACE_RULE } from '../kernel/ids.ts';
import { withoutEnd } from '../kernel/text.ts';

export const MCP_PATH = '/mcp';
export const AGENT_HEADER = 'Waymark-Agent';
const WORKSPACE_HEADER = 'Waymark-Workspace';

/**
 * The placeholder that the server prints: if it were accepted, all projects would share one agent.
 */
export const SAMPLE_WORKSPACE = 'WORKSPACE';
export const SAMPLE_AGENT = 'NAME';

export interface Named {
  readonly agent?: string;
  readonly workspace?: string;
}

export interface Misnamed {
  readonly fault: string;
}

/** An invalid name is refused: if it were ignored, its bearer would be another agent. */
export function agentIn(request: IncomingMessage): Named | Misnamed {
  const agent = headerOf(request, AGENT_HEADER);
  if (agent === undefined) return {};
  if (agent === SAMPLE_AGENT) return { fault: `${AGENT_HEADER}: replace NAME with a name` };
  return isAgentName(agent) ? { agent } : { fault: `${AGENT_HEADER}: ${AGENT_RULE}` };
}

/** By the path after `/mcp/`, or by the header; undefined for a path that is not ours. */
export function workspaceIn(request: IncomingMessage): Named | Misnamed | undefined {
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  if (path !== MCP_PATH && !path.startsWith(`${MCP_PATH}/`)) return undefined;
  const said = percentDecoded(withoutEnd(path.slice(MCP_PATH.length + 1), /\//));
  const told = headerOf(request, WORKSPACE_HEADER);
  const header = told === undefined ? undefined : percentDecoded(told).normalize('NFC');
  const inPath = said === '' ? undefined : said.normalize('NFC');
  if (inPath !== undefined && header !== undefined && inPath !== header) {
    return { fault: `${WORKSPACE_HEADER}: the path names another workspace` };
  }
  const workspace = inPath ?? header;
  if (workspace === undefined) return {};
  if (workspace === SAMPLE_WORKSPACE) {
    return { fault: "workspace: put the project's name in the place of WORKSPACE" };
  }
  if (WORKSPACE_ID.test(workspace)) return { workspace };
  return { fault: `${inPath === undefined ? WORKSPACE_HEADER : 'workspace'}: ${WORKSPACE_RULE}` };
}

/** Node decodes headers byte by byte, but clients send UTF-8. */
function headerOf(request: IncomingMessage, name: string): string | undefined {
  const raw = request.headers[name.toLowerCase()];
  if (typeof raw !== 'string') return undefined;
  const bytes = Buffer.from(raw, 'latin1');
  return (isUtf8(bytes) ? bytes.toString('utf8') : raw).trim();
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
