/** The values that settings may have, as texts of variables and as values of the file. */

import * as z from 'zod';
import { AGENT_RULE, isAgentName } from '../kernel/ids.ts';
import { isOneLine } from '../kernel/text.ts';
import { isToolset, TOOLSETS, type Toolset } from '../surface/toolsets.ts';

export const name = z
  .string()
  .refine((text) => text.trim() !== '' && text.length <= 128 && isOneLine(text), 'one short line');

export const agentName = z.string().refine(isAgentName, AGENT_RULE);

/** A number, or digits. Nothing else counts: `Number('')` would turn an empty variable into 0. */
export function number(what: string) {
  const error = `expected ${what}`;
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^[0-9]+(\.[0-9]+)?$/)
          .transform(Number),
      ],
      { error },
    )
    .pipe(z.number());
}

export const port = number('a port number').refine(
  (value) => Number.isInteger(value) && value >= 0 && value <= 65_535,
  'expected a port number, 0 to 65535',
);

export const flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0'])], { error: 'expected true or false' })
  .transform((value) => value === true || value === 'true' || value === '1');

/** YAML 1.1 reads a bare `off` as false, YAML 1.2 as a string. */
export const onOff = z
  .union([z.boolean(), z.enum(['on', 'off', 'true', 'false'])], { error: 'expected on or off' })
  .transform((value) => value === true || value === 'on' || value === 'true');

export const list = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (typeof value === 'string' ? value.split(',') : value))
  .transform((names) => names.map((each) => each.trim()).filter((each) => each !== ''));

export const toolsets = list.transform((names, context): Toolset[] => {
  const unknown = names.find((each) => !isToolset(each));
  if (unknown === undefined && names.length > 0) return names as Toolset[];
  context.addIssue({
    code: 'custom',
    message: `${unknown ?? 'empty'}: expected ${TOOLSETS.join(', ')} or a list of them`,
  });
  return z.NEVER;
});

/** In the form that browsers send. An origin with a path would never match one. */
export const origins = list.transform((names, context): string[] => {
  const found = names.map((each) => (each === '*' ? each : originOf(each)));
  if (!found.includes(undefined)) return found as string[];
  context.addIssue({
    code: 'custom',
    message: 'expected origins such as https://example.com, separated by commas, or *',
  });
  return z.NEVER;
});

function originOf(text: string): string | undefined {
  try {
    const { origin, href } = new URL(text);
    return /^https?:[^*]+$/.test(origin) && href === `${origin}/` ? origin : undefined;
  } catch {
    return undefined;
  }
}

/** The values of `notebooks`. */
export const NOTEBOOK_RUNTIMES = ['auto', 'node', 'quickjs', 'off'] as const;

/** The values of `notebookRemote`. */
export const NOTEBOOK_REMOTE = ['off', 'run', 'install'] as const;

export const registry = z.string().transform((text, context): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') {
    return url.href;
  }
  context.addIssue({ code: 'custom', message: 'expected https://… without a name or password' });
  return z.NEVER;
});

const MAX_CONNECTIONS = 10_000;

export const connections = number('a number of connections').refine(
  (value) => Number.isInteger(value) && value >= 1 && value <= MAX_CONNECTIONS,
  `expected a number of connections, 1 to ${MAX_CONNECTIONS}`,
);

export const tokenGrant = z.strictObject({
  token: z.string().min(8, 'at least 8 characters'),
  agent: agentName.optional(),
  role: z.enum(['read', 'write']).default('write'),
  workspaces: z.array(z.string()).optional(),
});
