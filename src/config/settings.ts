/** Every setting once: its flag, its variables, its name in the file, and what it may be. */

import * as z from 'zod';
import { EVIDENCE_POLICIES } from '../kernel/evidence-policy.ts';
import { WORKSPACE_ID } from '../kernel/ids.ts';
import { isOneLine } from '../kernel/text.ts';
import { SQLITE_PROVIDERS } from '../store/sqlite/provider.ts';
import { isToolset, TOOLSETS, type Toolset } from '../surface/toolsets.ts';

export interface Setting<Value> {
  /** Variables, ours first; the others are the names that earlier programs used. */
  readonly env: readonly string[];
  /** Keys in the configuration file, ours first. */
  readonly file: readonly string[];
  readonly value: z.ZodType<Value, unknown>;
}

function setting<Value>(
  env: readonly string[],
  file: readonly string[],
  value: z.ZodType<Value, unknown>,
): Setting<Value> {
  return { env, file, value };
}

const name = z
  .string()
  .refine((text) => text.trim() !== '' && text.length <= 128 && isOneLine(text), 'one short line');

/** Digits or a number; nothing else is taken for one, least of all an empty variable. */
function number(what: string) {
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

const port = number('a port number').refine(
  (value) => Number.isInteger(value) && value >= 0 && value <= 65_535,
  'expected a port number, 0 to 65535',
);

const flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0'])], { error: 'expected true or false' })
  .transform((value) => value === true || value === 'true' || value === '1');

const list = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (typeof value === 'string' ? value.split(',') : value))
  .transform((names) => names.map((each) => each.trim()).filter((each) => each !== ''));

const toolsets = list.transform((names, context): Toolset[] => {
  const unknown = names.find((each) => !isToolset(each));
  if (unknown === undefined && names.length > 0) return names as Toolset[];
  context.addIssue({
    code: 'custom',
    message: `${unknown ?? 'empty'}: expected ${TOOLSETS.join(', ')} or a list of them`,
  });
  return z.NEVER;
});

const tokenGrant = z.strictObject({
  token: z.string().min(8, 'at least 8 characters'),
  agent: name.optional(),
  role: z.enum(['read', 'write']).default('write'),
  workspaces: z.array(z.string()).optional(),
});

export const SETTINGS = {
  dataDir: setting(['WAYMARK_DATA_DIR', 'THOUGHTBOX_DATA_DIR'], ['data_dir'], z.string().min(1)),
  databaseUrl: setting(
    ['WAYMARK_DATABASE_URL'],
    ['database_url'],
    z.string().regex(/^postgres(ql)?:\/\//, 'expected postgres://…'),
  ),
  databaseFile: setting(
    ['WAYMARK_DATABASE_FILE', 'GRAPH_DB'],
    ['database_file', 'db_path'],
    z.string().min(1),
  ),
  workspace: setting(
    ['WAYMARK_WORKSPACE', 'BRANCHMIND_WORKSPACE'],
    ['workspace'],
    z.string().regex(WORKSPACE_ID, 'letters, digits, ". _ / -", at most 128'),
  ),
  agent: setting(['WAYMARK_AGENT', 'GRAPH_AGENT'], ['agent', 'agent_identity'], name),
  toolsets: setting(['WAYMARK_TOOLSET', 'BRANCHMIND_TOOLSET'], ['toolset'], toolsets),
  structured: setting(['WAYMARK_STRUCTURED'], ['structured'], flag),
  host: setting(['WAYMARK_HOST', 'HOST'], ['host'], name),
  port: setting(['WAYMARK_PORT', 'PORT'], ['port'], port),
  observatoryPort: setting(
    ['WAYMARK_OBSERVATORY_PORT', 'THOUGHTBOX_OBSERVATORY_PORT'],
    ['observatory_port'],
    port,
  ),
  allowedHosts: setting(['WAYMARK_ALLOWED_HOSTS'], ['allowed_hosts'], list),
  token: setting(['WAYMARK_TOKEN'], ['token'], z.string().min(8, 'at least 8 characters')),
  tokens: setting([], ['tokens'], z.array(tokenGrant)),
  claimTtlMinutes: setting(
    ['WAYMARK_CLAIM_TTL', 'GRAPH_CLAIM_TTL'],
    ['claim_ttl_minutes'],
    number('minutes').pipe(z.number().min(0)),
  ),
  evidenceOnResolve: setting(
    ['WAYMARK_EVIDENCE_ON_RESOLVE'],
    ['evidence_on_resolve'],
    z.enum(EVIDENCE_POLICIES),
  ),
  sqliteProvider: setting(['WAYMARK_SQLITE'], ['sqlite'], z.enum(SQLITE_PROVIDERS)),
} as const;

export type SettingName = keyof typeof SETTINGS;

export type SettingValues = {
  [Name in SettingName]?: z.output<(typeof SETTINGS)[Name]['value']>;
};
