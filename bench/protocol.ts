/** The few MCP messages that the benchmarks exchange, over any transport. */

export const PROTOCOL_VERSION = '2025-06-18';

export const INITIALIZED = { method: 'notifications/initialized' };

export function initializeParams(): object {
  return {
    protocolVersion: PROTOCOL_VERSION,
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  };
}

export interface Peer {
  request(method: string, params: object): Promise<unknown>;
}

interface CallResult {
  readonly content: readonly { readonly text: string }[];
  readonly isError?: boolean;
}

/** A refused call would be fast and mean nothing, so it stops the benchmark. */
export async function callTool(peer: Peer, tool: string, args: object): Promise<string> {
  const result = (await peer.request('tools/call', { name: tool, arguments: args })) as CallResult;
  const text = result.content.map((part) => part.text).join('\n');
  if (result.isError) throw new Error(`${tool}: ${text}`);
  return text;
}
