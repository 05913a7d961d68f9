/** Decides which HTTP requests are served: by Host, Origin and token. */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Visitor } from '../surface/visitor.ts';
import { agentIn } from './named-in-request.ts';

export interface TokenGrant {
  readonly token: string;
  /** If the token names no agent, the request may. */
  readonly visitor: Visitor;
}

export interface Guards {
  /** The host names that we serve, without ports. */
  readonly hosts: readonly string[];
  /** Those of them that the operator named: pages of any port of theirs may call us. */
  readonly namedHosts: readonly string[];
  /** Whether IP addresses are served too: only names can be misused by DNS rebinding. */
  readonly addresses: boolean;
  /** Other sites whose pages may call us; `*` for all. */
  readonly origins: readonly string[];
  /** Empty if no token is required, which is allowed only on a loopback address. */
  readonly grants: readonly TokenGrant[];
  /** The visitor if no token is required. */
  readonly anyone: Visitor;
}

export interface Denial {
  readonly status: 400 | 401 | 403;
  readonly message: string;
}

export const LOOPBACK_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** A name or an address, and perhaps a port: `localhost/evil` would be read as `localhost`. */
const HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

const IP_ADDRESS = /^(\d+\.\d+\.\d+\.\d+|\[[0-9a-f:.]+\])$/i;

export function isLoopback(host: string): boolean {
  return LOOPBACK_HOSTS.includes(host) || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** `isForeign`: whether the request is known to come from a page of another server. */
export function admit(
  request: IncomingMessage,
  guards: Guards,
  isForeign = false,
): Visitor | Denial {
  const denied = denySite(request, guards, isForeign);
  if (denied) return denied;
  if (guards.grants.length === 0) return withAgentName(request, guards.anyone);
  const token = bearerToken(request);
  const grant = guards.grants.find((each) => sameSecret(each.token, token));
  if (!grant) return { status: 401, message: 'Authorization: a bearer token is required' };
  return withAgentName(request, grant.visitor);
}

/** A page on another site can reach our port through its reader's browser; this stops it. */
export function denySite(
  { headers }: IncomingMessage,
  guards: Guards,
  isForeign = false,
): Denial | undefined {
  const { host = '', origin } = headers;
  if (!HOST.test(host) || !isServed(hostName(`http://${host}`), guards)) {
    return { status: 403, message: 'Host: this name is not served here' };
  }
  if (origin === undefined) return undefined;
  if (!isForeign && isServed(hostName(origin), guards)) return undefined;
  if (isAllowedOrigin(origin, guards.origins)) return undefined;
  return { status: 403, message: 'Origin: other sites may not call this server' };
}

export function isAllowedOrigin(origin: string, origins: readonly string[]): boolean {
  return origins.includes('*') || origins.includes(origin);
}

/** Whether the page is of a host that the settings name. */
export function isNamedOrigin(origin: string | undefined, { namedHosts }: Guards): boolean {
  const name = origin === undefined ? undefined : hostName(origin);
  return name !== undefined && namedHosts.includes(name);
}

/** Clients of one server are told apart by the name they send, unless their token names them. */
function withAgentName(request: IncomingMessage, visitor: Visitor): Visitor | Denial {
  const said = agentIn(request);
  if ('fault' in said) return { status: 400, message: said.fault };
  return { ...said, ...visitor };
}

function isServed(host: string | undefined, { hosts, addresses }: Guards): boolean {
  if (host === undefined) return false;
  return hosts.includes(host) || (addresses && IP_ADDRESS.test(host));
}

export function isDenial(admitted: Visitor | Denial): admitted is Denial {
  return 'status' in admitted;
}

function hostName(url: string): string | undefined {
  try {
    const { protocol, hostname } = new URL(url);
    return /^https?:$/.test(protocol) && hostname !== '' ? hostname : undefined;
  } catch {
    return undefined;
  }
}

function bearerToken(request: IncomingMessage): string {
  const match = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? '';
}

/** Hashed first, so that the time does not reveal content or length. */
function sameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b)) && b !== '';
}
