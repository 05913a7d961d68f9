/**
 * The one connection to the server. It reconnects by itself, and what was subscribed goes on from
 * where it was.
 */

import { signal } from '@preact/signals';

export type LinkState =
  | { readonly is: 'connecting' }
  | { readonly is: 'live' }
  /** Lost; `tries` since then. */
  | { readonly is: 'lost'; readonly tries: number }
  /** The server wants a token, or another one. */
  | { readonly is: 'locked'; readonly wasRefused: boolean }
  /** The server has as many connections as it allows. */
  | { readonly is: 'full' };

export interface Frame {
  readonly event: string;
  readonly data: { readonly id?: string; readonly [field: string]: unknown };
}

/** What is said again after every reconnection. */
interface Standing {
  /** The message to send now. */
  message(): object;
  hear(frame: Frame): void;
}

export interface Refusal {
  readonly code: string;
  readonly message: string;
}

export type Reply<Result> =
  | { readonly ok: true; readonly seq?: number; readonly result: Result }
  | { readonly ok: false; readonly refusal: Refusal };

export const link = signal<LinkState>({ is: 'connecting' });

const TOKEN = 'waymark.token';
const PING_MS = 20_000;
const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 5_000;
/** A connection that stays silent this long after a ping is broken. */
const SILENT_MS = 10_000;

const standing = new Map<string, Standing>();
const waiting = new Map<string, (reply: Reply<unknown>) => void>();
let socket: WebSocket | undefined;
let names = 0;
let tries = 0;
let heardMs = 0;

export function connect(): void {
  const protocols = ['waymark.v1'];
  const token = localStorage.getItem(TOKEN);
  if (token) protocols.push(`waymark.bearer.${base64url(token)}`);
  const said = firstMessages();
  const opened = new WebSocket(
    `${location.protocol.replace('http', 'ws')}//${location.host}/ws${queryOf(said)}`,
    protocols,
  );
  socket = opened;
  let wasOpen = false;
  opened.onopen = () => {
    wasOpen = true;
    tries = 0;
    heardMs = Date.now();
    link.value = { is: 'live' };
    for (const [id, each] of standing) if (!said.has(id)) say(each.message());
    for (const id of said.keys()) if (!standing.has(id)) unsubscribe(id);
  };
  opened.onmessage = ({ data }) => {
    heardMs = Date.now();
    if (data !== 'pong') hear(JSON.parse(data as string) as Frame);
  };
  opened.onclose = ({ code }) => {
    if (socket !== opened) return;
    socket = undefined;
    refuseWaiting();
    void retry(code, wasOpen, token !== null);
  };
}

/** Longer addresses may be refused, by the server or by what is before it. */
const MAX_QUERY = 4_000;

/** What the server is asked with the connection itself: the answers need not wait for its opening. */
function firstMessages(): ReadonlyMap<string, string> {
  const said = new Map<string, string>();
  for (const [id, each] of standing) {
    said.set(id, JSON.stringify(each.message()));
    if (queryOf(said).length > MAX_QUERY) said.delete(id);
  }
  return said;
}

function queryOf(said: ReadonlyMap<string, string>): string {
  if (said.size === 0) return '';
  return `?${new URLSearchParams([...said.values()].map((text) => ['say', text]))}`;
}

/** Keeps the token for this server only, and connects with it. */
export function unlock(token: string): void {
  localStorage.setItem(TOKEN, token);
  link.value = { is: 'connecting' };
  connect();
}

const FULL = 1013;

async function retry(code: number, wasOpen: boolean, hadToken: boolean): Promise<void> {
  if (!wasOpen && (await asksToken())) {
    link.value = { is: 'locked', wasRefused: hadToken };
    return;
  }
  tries += 1;
  link.value = code === FULL ? { is: 'full' } : { is: 'lost', tries };
  const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (tries - 1));
  setTimeout(connect, wait * (0.75 + Math.random() / 2));
}

/** Whether the server answers, and wants a token. */
async function asksToken(): Promise<boolean> {
  try {
    const health = (await (await fetch('/health')).json()) as { asksToken?: boolean };
    return health.asksToken === true;
  } catch {
    return false;
  }
}

/** Subscribes again and again until the function that it returns is called. */
export function stand(
  message: (id: string) => object,
  hearFrame: (frame: Frame) => void,
): () => void {
  const id = `s${++names}`;
  const each: Standing = { message: () => message(id), hear: hearFrame };
  standing.set(id, each);
  say(each.message());
  return () => {
    standing.delete(id);
    unsubscribe(id);
  };
}

function unsubscribe(id: string): void {
  say({ action: 'unsubscribe', channel: 'view', id });
}

/** Asks once. If the connection is lost meanwhile, it is refused and can be asked again. */
export function ask<Result>(message: object): Promise<Reply<Result>> {
  const id = `r${++names}`;
  if (!isOpen()) return Promise.resolve(LOST);
  return new Promise((resolve) => {
    waiting.set(id, resolve as (reply: Reply<unknown>) => void);
    say({ ...message, id });
  });
}

const LOST = {
  ok: false,
  refusal: { code: 'CONNECTION_LOST', message: 'The connection to the server was lost.' },
} as const;

function refuseWaiting(): void {
  for (const resolve of waiting.values()) resolve(LOST);
  waiting.clear();
}

function hear(frame: Frame): void {
  const { id = '' } = frame.data;
  if (frame.event === 'reply') {
    waiting.get(id)?.(frame.data as unknown as Reply<unknown>);
    waiting.delete(id);
    return;
  }
  standing.get(id)?.hear(frame);
  if (frame.event !== 'error') return;
  const { id: refused } = (frame.data.details ?? {}) as { id?: string };
  if (refused) standing.get(refused)?.hear(frame);
}

function isOpen(): boolean {
  return socket?.readyState === WebSocket.OPEN;
}

function say(message: object): void {
  if (isOpen()) socket?.send(JSON.stringify(message));
}

/** Notices a connection that is open on paper only, as after a sleep of the machine. */
export function keepAlive(): void {
  setInterval(() => {
    if (!isOpen()) return;
    const since = Date.now() - heardMs;
    if (since > PING_MS + SILENT_MS) socket?.close();
    else socket?.send('ping');
  }, PING_MS);
}

function base64url(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte));
  return btoa(bytes.join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
