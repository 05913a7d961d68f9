/** What a transport knows about a client, and the caller that follows from it. */

import { digestOf } from '../kernel/digest.ts';
import { redactText } from '../kernel/redaction.ts';
import { sha256 } from '../sha256.ts';
import type { Caller } from './caller.ts';

export interface Visitor extends Omit<Caller, 'agent' | 'isAnonymous' | 'endsWithProcess'> {
  /** The name it was given by the command line, a header or a token. */
  readonly agent?: string | undefined;
  /** Tells it apart from others while it is connected; undefined if every request stands alone. */
  readonly session?: string | undefined;
}

const CLIENT_LETTERS = 24;
const SUFFIX = 6;

/**
 * The client's name and its session make an agent. A request that stands alone and has no name is
 * an agent of its own: never the same as the one before or the next.
 */
export function callerFrom(
  visitor: Visitor,
  client: string | undefined,
  chance: () => string,
): Caller {
  const { agent, session, ...rest } = visitor;
  if (agent !== undefined) return { ...rest, agent };
  const name = clientName(client);
  if (session === undefined) {
    return { ...rest, agent: `${name}~${suffixOf(chance())}`, isAnonymous: true };
  }
  return { ...rest, agent: `${name}-${suffixOf(session)}` };
}

/** Whether an agent was created for a request that stood alone. */
export function isPassingName(agent: string): boolean {
  return new RegExp(`~[0-9a-f]{${SUFFIX}}$`).test(agent);
}

export function clientName(client: string | undefined): string {
  const name = redactText(client ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, CLIENT_LETTERS)
    .replace(/-+$/, '');
  return name === '' ? 'agent' : name;
}

function suffixOf(text: string): string {
  return digestOf(sha256, text).slice(-SUFFIX);
}

/** Compares by content: each request brings its own object. */
export function isSameVisitor(a: Visitor, b: Visitor): boolean {
  return (
    a.agent === b.agent &&
    a.role === b.role &&
    a.workspace === b.workspace &&
    a.workspaces?.join('\n') === b.workspaces?.join('\n')
  );
}
