/** Lines that no client should send over stdio, and the id with which each must be answered. */

export interface BadLine {
  readonly what: string;
  readonly bytes: Uint8Array;
  /** Null if no id can be read, as JSON-RPC prescribes. */
  readonly id: string | number | null;
}

/** Longer than the longest message that is accepted. */
const TOO_LONG = 8 * 1024 * 1024 + 1;

const NOTE = { name: 'notes_commit', arguments: { content: 'must not be written' } };

function raw(what: string, bytes: string | readonly number[]): BadLine {
  const buffer = typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from([...bytes]);
  return { what, bytes: buffer, id: null };
}

function shaped(what: string, message: unknown, id: string | number | null = null): BadLine {
  return { what, bytes: Buffer.from(JSON.stringify(message)), id };
}

/** A call that would write, broken by some bytes in the middle of its text. */
function withBytes(what: string, bytes: readonly number[]): BadLine {
  const [head, tail] = JSON.stringify({
    jsonrpc: '2.0',
    id: 'bytes',
    method: 'tools/call',
    params: { ...NOTE, arguments: { content: 'a|b' } },
  }).split('|');
  const parts = [Buffer.from(head ?? ''), Buffer.from([...bytes]), Buffer.from(tail ?? '')];
  return { what, bytes: Buffer.concat(parts), id: null };
}

const NOT_UTF8: readonly BadLine[] = [
  raw('two stray bytes', [0xff, 0xfe]),
  raw('a lone continuation byte', [0x80]),
  withBytes('an overlong NUL', [0xc0, 0x80]),
  withBytes('half of a two-byte character', [0xc3]),
  withBytes('half of a four-byte character', [0xf0, 0x9f, 0xa7]),
  withBytes('a surrogate in UTF-8', [0xed, 0xa0, 0x80]),
  withBytes('a code point beyond the last', [0xf5, 0x90, 0x80, 0x80]),
  withBytes('Latin-1', [0xfc]),
];

const NOT_JSON: readonly BadLine[] = [
  raw('a word', 'hello'),
  raw('an open brace', '{'),
  raw('a closing brace', '}'),
  raw('half a message', '{"jsonrpc":"2.0","id":1,"method":"tools/c'),
  raw('single quotes', "{'jsonrpc':'2.0','id':1,'method':'ping'}"),
  raw('a trailing comma', '{"jsonrpc":"2.0","id":1,"method":"ping",}'),
  raw('a comment', '{"jsonrpc":"2.0","id":1,"method":"ping"} // hi'),
  raw('two messages on a line', '{"jsonrpc":"2.0","id":1,"method":"ping"}{"jsonrpc":"2.0"}'),
  raw('NaN', '{"jsonrpc":"2.0","id":NaN,"method":"ping"}'),
  raw('a raw NUL', '{"jsonrpc":"2.0","id":1,"method":"pi\u0000ng"}'),
  raw('a byte order mark', '\ufeff{"jsonrpc":"2.0","id":1,"method":"ping"}'),
  raw('HTTP', 'POST /mcp HTTP/1.1'),
  raw('a header of another framing', 'Content-Length: 52'),
  raw('a line that is too long', 'a'.repeat(TOO_LONG)),
  raw('a message that is too long', `{"jsonrpc":"2.0","id":1,"x":"${'a'.repeat(TOO_LONG)}"}`),
  raw('brackets without an end', '['.repeat(200_000)),
];

const NOT_A_MESSAGE: readonly BadLine[] = [
  ...[1, 'text', null, true, [], [[]], {}].map((value) =>
    shaped(`the value ${JSON.stringify(value)}`, value),
  ),
  shaped('a batch', [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: NOTE }]),
  shaped('no version', { id: 'v', method: 'tools/call', params: NOTE }, 'v'),
  shaped('version 1.0', { jsonrpc: '1.0', id: 'v1', method: 'tools/call', params: NOTE }, 'v1'),
  shaped('version as a number', { jsonrpc: 2, id: 'v2', method: 'tools/call', params: NOTE }, 'v2'),
  ...[null, true, {}, [], [1]].map((id) =>
    shaped(`id ${JSON.stringify(id)}`, { jsonrpc: '2.0', id, method: 'tools/call', params: NOTE }),
  ),
  shaped('a fraction for an id', { jsonrpc: '2.0', id: 1.5, method: 'ping' }, 1.5),
  shaped('a member too many', { jsonrpc: '2.0', id: 'more', method: 'ping', more: 1 }, 'more'),
  shaped(
    'request and result in one',
    { jsonrpc: '2.0', id: 'both', method: 'tools/call', params: NOTE, result: {} },
    'both',
  ),
  shaped('no method', { jsonrpc: '2.0', id: 'm0' }, 'm0'),
  shaped('no method but parameters', { jsonrpc: '2.0', id: 'm1', params: NOTE }, 'm1'),
  ...[5, null, {}, ['tools/call']].map((method, n) =>
    shaped(
      `method ${JSON.stringify(method)}`,
      { jsonrpc: '2.0', id: `method-${n}`, method, params: NOTE },
      `method-${n}`,
    ),
  ),
  ...[5, 'text', null, true, [NOTE]].map((params, n) =>
    shaped(
      `params ${JSON.stringify(params)}`,
      { jsonrpc: '2.0', id: `params-${n}`, method: 'tools/call', params },
      `params-${n}`,
    ),
  ),
];

/** Valid JSON-RPC, but a request that cannot be served. */
const BAD_REQUESTS: readonly BadLine[] = [
  { method: 'no/such' },
  { method: '' },
  { method: '__proto__' },
  { method: 'constructor' },
  { method: 'tools/call ' },
  { method: 'TOOLS/CALL', params: NOTE },
  { method: 'tools/call' },
  { method: 'tools/call', params: {} },
  { method: 'tools/call', params: { arguments: {} } },
  { method: 'tools/call', params: { ...NOTE, name: 5 } },
  { method: 'tools/call', params: { ...NOTE, name: null } },
  { method: 'tools/call', params: { ...NOTE, name: ['notes_commit'] } },
  { method: 'tools/call', params: { ...NOTE, name: '' } },
  { method: 'tools/call', params: { ...NOTE, name: 'notes_commit\u0000' } },
  { method: 'tools/call', params: { ...NOTE, name: '\ud800' } },
  { method: 'tools/call', params: { ...NOTE, name: 'x'.repeat(100_000) } },
  { method: 'tools/call', params: { name: 'notes_commit', arguments: 'content' } },
  { method: 'tools/call', params: { name: 'notes_commit', arguments: ['content'] } },
  { method: 'tools/call', params: { name: 'notes_commit' } },
  { method: 'tools/call', params: { name: 'notes_commit', arguments: null } },
  { method: 'tools/call', params: { ...NOTE, _meta: 5 } },
  { method: 'tools/call', params: { ...NOTE, _meta: null } },
  { method: 'tools/call', params: { ...NOTE, _meta: { progressToken: null } } },
  { method: 'ping', params: { _meta: [] } },
  { method: 'tools/list', params: { toolset: 'everything' } },
  { method: 'tools/list', params: { toolset: 5 } },
  { method: 'initialize', params: {} },
  { method: 'initialize', params: { protocolVersion: 5, capabilities: {} } },
].map((request, n) => {
  const id = `request-${n}`;
  const what = JSON.stringify(request).slice(0, 120);
  return shaped(what, { jsonrpc: '2.0', id, ...request }, id);
});

export const BAD_LINES: readonly BadLine[] = [
  ...NOT_UTF8,
  ...NOT_JSON,
  ...NOT_A_MESSAGE,
  ...BAD_REQUESTS,
];
