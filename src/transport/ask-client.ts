/** Asks the client for its roots, its model or its user, in every protocol revision. */

import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type CreateMessageRequestParamsBase,
  type ElicitRequestFormParams,
  type InputRequest,
  inputRequired,
  inputResponse,
  METHOD_NOT_FOUND,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { WORKSPACE_ID } from '../kernel/ids.ts';
import type { Ask, ClientReply, ClientRoot } from '../operations/declaration/define-operation.ts';
import { ANY_ROOTS } from './params.ts';

/** How long a model, a person or a client may take: less than a client waits for us. */
const SAMPLING_MS = 50_000;
const PERSON_MS = 50_000;
const ROOTS_MS = 10_000;

/** A client that can be asked declares a capability with the same name. */
const ASKABLE: readonly (Ask['kind'] & keyof ClientCapabilities)[] = [
  'roots',
  'sampling',
  'elicitation',
];

/** The request and its answer carry this name. */
const KEY = 'asked';

export function canAsk(server: Server, ctx: ServerContext, { kind }: Pick<Ask, 'kind'>): boolean {
  const envelope = ctx.mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  const told = envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  const capabilities = told ?? server.getClientCapabilities() ?? {};
  return capabilities[kind] !== undefined;
}

/** Whether a client with these capabilities may ever be asked something. */
export function isAskable(capabilities: ClientCapabilities): boolean {
  return ASKABLE.some((kind) => capabilities[kind] !== undefined);
}

/**
 * The current revision has no requests from server to client: the call is answered with the
 * question.
 */
export function isModern(ctx: ServerContext): boolean {
  return ctx.mcpReq.envelope !== undefined;
}

/** The agent and workspace of the call that asks; sent back when the client calls a second time. */
export interface Asking {
  readonly agent: string;
  readonly workspace?: string | undefined;
}

/** In the current revision: the answer to the call that makes the client call again. */
export function question(ask: Ask, asking: Asking) {
  const request = requestFor(ask);
  const state = ask.kind === 'roots' ? '' : ask.state;
  const who = [asking.agent, asking.workspace ?? ''].map(encoded).join('@');
  const requestState = `${ask.kind}@${who}:${state}`;
  return inputRequired({ inputRequests: { [KEY]: request }, requestState });
}

function requestFor(ask: Ask): InputRequest {
  if (ask.kind === 'roots') return inputRequired.listRoots();
  if (ask.kind === 'elicitation') return inputRequired.elicit(formFor(ask));
  return inputRequired.createMessage(samplingParams(ask));
}

const HOME_STATE = 'home:';

/** The roots, asked by the transport and not by the tool: they decide the workspace. */
export function questionForHome() {
  const inputRequests = { [KEY]: inputRequired.listRoots() };
  return inputRequired({ inputRequests, requestState: HOME_STATE });
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text ? decodeURIComponent(text) : undefined;
  } catch {
    return undefined;
  }
}

/** What comes with the second call. The client has had it in its hands, so it proves nothing. */
export interface Brought extends Partial<Asking> {
  /** Whether the roots were asked for to decide the workspace, and are no reply to the tool. */
  readonly isForHome: boolean;
  readonly reply: ClientReply;
}

/** Undefined for a first call. */
export function broughtAlong(ctx: ServerContext): Brought | undefined {
  const state = ctx.mcpReq.requestState() as unknown;
  if (typeof state !== 'string' || !isModern(ctx)) return undefined;
  if (state === HOME_STATE) return { isForHome: true, reply: replyIn(ctx, 'roots', '') };
  const [head = ''] = state.split(':', 1);
  const [asked = '', agent, workspace] = head.split('@');
  const found = decoded(workspace);
  return {
    isForHome: false,
    reply: replyIn(ctx, asked, state.slice(state.indexOf(':') + 1)),
    agent: decoded(agent) ?? '',
    workspace: found !== undefined && WORKSPACE_ID.test(found) ? found : undefined,
  };
}

function replyIn(ctx: ServerContext, asked: string, ticket: string): ClientReply {
  const said = inputResponse(ctx.mcpReq.inputResponses, KEY);
  // An answer to another question does not count: as a first call it would record a thought twice.
  const kind = said.kind === 'elicit' ? 'elicitation' : said.kind;
  if (kind !== asked) {
    return { kind: 'failed', message: 'the client sent no answer', state: ticket };
  }
  if (said.kind === 'roots') return { kind: 'roots', roots: said.roots.map(rootIn) };
  if (said.kind === 'sampling') return sampled(said.result, ticket);
  if (said.kind === 'elicit') return elicited(said, ticket);
  return { kind: 'failed', message: 'the client was not asked for this', state: ticket };
}

/**
 * The roots come from the client unchecked. One that has no URI is shown as it is: whoever uses the
 * roots tells that it cannot be used.
 */
function rootIn(root: unknown): ClientRoot {
  const { uri, name } = (root ?? {}) as { readonly uri?: unknown; readonly name?: unknown };
  if (typeof uri !== 'string') return { uri: cleaned(JSON.stringify(root) ?? '') };
  return { uri: cleaned(uri), ...(typeof name === 'string' ? { name: cleaned(name) } : {}) };
}

/**
 * In earlier revisions: a request from server to client. Undefined if the client does not support
 * it.
 *
 * The request belongs to the call that asks, so over HTTP it goes on the stream of that call.
 * Clients open the general stream when they please, and what is sent before that is lost.
 */
export async function askNow(
  server: Server,
  ctx: ServerContext,
  ask: Ask,
): Promise<ClientReply | undefined> {
  const { id: relatedRequestId, signal } = ctx.mcpReq;
  const state = ask.kind === 'roots' ? '' : ask.state;
  try {
    if (ask.kind === 'roots') {
      const options = { timeout: ROOTS_MS, relatedRequestId, signal };
      const { roots } = await server.request({ method: 'roots/list' }, ANY_ROOTS, options);
      return { kind: 'roots', roots: roots.map(rootIn) };
    }
    if (ask.kind === 'elicitation') {
      const options = { timeout: PERSON_MS, relatedRequestId, signal };
      return elicited(await server.elicitInput(formFor(ask), options), state);
    }
    const options = { timeout: SAMPLING_MS, relatedRequestId, signal };
    return sampled(await server.createMessage(samplingParams(ask), options), state);
  } catch (error) {
    if ((error as { code?: unknown }).code === METHOD_NOT_FOUND) return undefined;
    return { kind: 'failed', message: (error as Error).message, state };
  }
}

function samplingParams({
  prompt,
}: Extract<Ask, { kind: 'sampling' }>): CreateMessageRequestParamsBase {
  return {
    systemPrompt: prompt.systemPrompt,
    messages: [{ role: 'user', content: { type: 'text', text: prompt.message } }],
    maxTokens: prompt.maxTokens,
    includeContext: 'thisServer',
    modelPreferences: {
      hints: [{ name: prompt.modelHint }],
      intelligencePriority: prompt.intelligencePriority,
      costPriority: prompt.costPriority,
    },
  };
}

/** One field, so that a client can show it as a question with a line for the answer. */
function formFor({ message }: Extract<Ask, { kind: 'elicitation' }>): ElicitRequestFormParams {
  return {
    message,
    requestedSchema: {
      type: 'object',
      properties: { answer: { type: 'string', title: 'Answer' } },
      required: ['answer'],
    },
  };
}

interface Elicited {
  readonly action: string;
  readonly content?: Readonly<Record<string, unknown>> | undefined;
}

function elicited({ action, content }: Elicited, state: string): ClientReply {
  const said = action === 'accept' ? content?.answer : undefined;
  const text = typeof said === 'string' ? cleaned(said).trim() : '';
  return { kind: 'elicitation', text: text === '' ? undefined : text, state };
}

interface Sampled {
  readonly model?: unknown;
  readonly content?: unknown;
}

/** The client may send anything here. */
function sampled({ model, content }: Sampled, state: string): ClientReply {
  const blocks: unknown[] = Array.isArray(content) ? content : [content];
  const text = blocks.flatMap((block) => textIn(block) ?? []).join('\n');
  if (text.trim() === '') {
    return { kind: 'failed', message: 'the client answered without text', state };
  }
  const named = typeof model === 'string' && model !== '' ? cleaned(model) : 'unknown';
  return { kind: 'sampling', text, model: named, state };
}

function textIn(block: unknown): string | undefined {
  if (typeof block !== 'object' || block === null || !('text' in block)) return undefined;
  return typeof block.text === 'string' ? cleaned(block.text) : undefined;
}

/** Removes characters that cannot be stored. */
function cleaned(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
