/** Every setting once: its variables, its name in the file, what it may be, and what it means. */

import * as z from 'zod';
import { CLAIM_POLICIES } from '../kernel/claim-policy.ts';
import { EVIDENCE_POLICIES } from '../kernel/evidence-policy.ts';
import {
  AGENT_RULE,
  isAgentName,
  PROJECT_NAME,
  UUID,
  WORKSPACE_ID,
  WORKSPACE_RULE,
} from '../kernel/ids.ts';
import { isOneLine } from '../kernel/text.ts';
import { SQLITE_PROVIDERS } from '../store/sqlite/provider.ts';
import { isToolset, TOOLSETS, type Toolset } from '../surface/toolsets.ts';

interface Setting<Value, Usual extends string | undefined> {
  /** Variables, ours first; the others are the names that earlier programs used. */
  readonly env: readonly string[];
  /** Keys in the configuration file, ours first. */
  readonly file: readonly string[];
  readonly value: z.ZodType<Value, unknown>;
  /** The default, as one would write it in a variable; a setting without one is unset. */
  readonly usual: Usual;
  /** For the table in docs/configuration.md. */
  readonly meaning: string;
}

function setting<Value, Usual extends string | undefined = undefined>(
  declared: Omit<Setting<Value, Usual>, 'usual'> & { readonly usual?: Usual },
): Setting<Value, Usual> {
  return { usual: undefined as Usual, ...declared };
}

const name = z
  .string()
  .refine((text) => text.trim() !== '' && text.length <= 128 && isOneLine(text), 'one short line');

const agentName = z.string().refine(isAgentName, AGENT_RULE);

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

/** YAML reads a bare `off` as a word or as false, depending on its age. */
const onOff = z
  .union([z.boolean(), z.enum(['on', 'off', 'true', 'false'])], { error: 'expected on or off' })
  .transform((value) => value === true || value === 'on' || value === 'true');

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

/** As browsers spell them; a path would never be met by one. */
const origins = list.transform((names, context): string[] => {
  const found = names.map((each) => (each === '*' ? each : originOf(each)));
  if (!found.includes(undefined)) return found as string[];
  context.addIssue({
    code: 'custom',
    message: 'expected origins such as https://example.com, by comma, or *',
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

const MOST_CONNECTIONS = 10_000;

const connections = number('a number of connections').refine(
  (value) => Number.isInteger(value) && value >= 1 && value <= MOST_CONNECTIONS,
  `expected a number of connections, 1 to ${MOST_CONNECTIONS}`,
);

const tokenGrant = z.strictObject({
  token: z.string().min(8, 'at least 8 characters'),
  agent: agentName.optional(),
  role: z.enum(['read', 'write']).default('write'),
  workspaces: z.array(z.string()).optional(),
});

export const SETTINGS = {
  dataDir: setting({
    env: ['WAYMARK_DATA_DIR', 'THOUGHTBOX_DATA_DIR'],
    file: ['data_dir'],
    value: z.string().min(1),
    usual: '~/.waymark',
    meaning: 'Directory of the memory, which is `waymark.db` in it.',
  }),
  databaseUrl: setting({
    env: ['WAYMARK_DATABASE_URL'],
    file: ['database_url'],
    value: z.string().regex(/^postgres(ql)?:\/\//, 'expected postgres://…'),
    meaning: 'PostgreSQL instead of SQLite, where several machines share the memory.',
  }),
  databaseFile: setting({
    env: ['WAYMARK_DATABASE_FILE', 'GRAPH_DB'],
    file: ['database_file', 'db_path'],
    value: z.string().min(1),
    meaning: 'SQLite file instead of the one in the data directory.',
  }),
  storage: setting({
    env: ['WAYMARK_STORAGE', 'THOUGHTBOX_STORAGE'],
    file: ['storage'],
    value: z.enum(['memory', 'fs'], { error: 'expected memory or fs' }),
    usual: 'fs',
    meaning:
      '`fs` keeps the memory at the place above; `memory` keeps it in the process alone, makes no file, and loses everything when the process ends.',
  }),
  workspace: setting({
    env: ['WAYMARK_WORKSPACE', 'BRANCHMIND_WORKSPACE'],
    file: ['workspace'],
    value: z.string().regex(WORKSPACE_ID, WORKSPACE_RULE),
    meaning:
      'Workspace of the calls that name none. Unset: that of the project, which is known by its git repository, else by its directory.',
  }),
  agent: setting({
    env: ['WAYMARK_AGENT', 'GRAPH_AGENT'],
    file: ['agent', 'agent_identity'],
    value: agentName,
    meaning: 'Who writes. Unset: every session of a client is an agent of its own.',
  }),
  toolsets: setting({
    env: ['WAYMARK_TOOLSET', 'BRANCHMIND_TOOLSET'],
    file: ['toolset'],
    value: toolsets,
    usual: 'daily',
    meaning: 'Tools that clients see listed, several sets by comma; every tool can be called.',
  }),
  structured: setting({
    env: ['WAYMARK_STRUCTURED'],
    file: ['structured'],
    value: flag,
    usual: 'false',
    meaning: 'Whether replies carry `structuredContent` too.',
  }),
  transport: setting({
    env: ['WAYMARK_TRANSPORT', 'THOUGHTBOX_TRANSPORT'],
    file: ['transport'],
    value: z.enum(['stdio', 'http'], { error: 'expected stdio or http' }),
    usual: 'stdio',
    meaning:
      'What `waymark` without a command serves: `stdio` as `waymark mcp` does, `http` as `waymark serve` does.',
  }),
  host: setting({
    env: ['WAYMARK_HOST', 'HOST'],
    file: ['host'],
    value: name,
    usual: '127.0.0.1',
    meaning: 'Address to serve HTTP on. Any but a loopback address needs a token.',
  }),
  port: setting({
    env: ['WAYMARK_PORT', 'PORT'],
    file: ['port'],
    value: port,
    usual: '1731',
    meaning: 'Port of MCP over HTTP.',
  }),
  observatoryEnabled: setting({
    env: ['WAYMARK_OBSERVATORY', 'THOUGHTBOX_OBSERVATORY_ENABLED'],
    file: ['observatory'],
    value: flag,
    usual: 'true',
    meaning:
      'Whether `waymark serve` opens the Observatory, on the same address; `waymark ui` always does.',
  }),
  observatoryPort: setting({
    env: ['WAYMARK_OBSERVATORY_PORT', 'THOUGHTBOX_OBSERVATORY_PORT'],
    file: ['observatory_port'],
    value: port,
    usual: '1729',
    meaning: 'Port of the Observatory.',
  }),
  observatoryCors: setting({
    env: ['WAYMARK_OBSERVATORY_CORS', 'THOUGHTBOX_OBSERVATORY_CORS'],
    file: ['observatory_cors'],
    value: origins,
    meaning:
      'Origins, by comma, whose pages may read the Observatory; `*` for every site. Unset: its own pages only.',
  }),
  observatoryMaxConnections: setting({
    env: [
      'WAYMARK_OBSERVATORY_MAX_CONNECTIONS',
      'THOUGHTBOX_OBSERVATORY_MAX_CONNECTIONS',
      'THOUGHTBOX_OBSERVATORY_MAX_CONN',
    ],
    file: ['observatory_max_connections'],
    value: connections,
    usual: '100',
    meaning: 'Connections at once on the port of the Observatory; further ones are closed.',
  }),
  observatoryHttpApi: setting({
    env: ['WAYMARK_OBSERVATORY_HTTP_API', 'THOUGHTBOX_OBSERVATORY_HTTP_API'],
    file: ['observatory_http_api'],
    value: flag,
    usual: 'false',
    meaning:
      'Kept for endpoints that are not there yet: it has no effect. `/api/status` is part of the page and always served.',
  }),
  allowedHosts: setting({
    env: ['WAYMARK_ALLOWED_HOSTS'],
    file: ['allowed_hosts'],
    value: list,
    meaning: 'Further names, by comma, that this server is reached under.',
  }),
  token: setting({
    env: ['WAYMARK_TOKEN'],
    file: ['token'],
    value: z.string().min(8, 'at least 8 characters'),
    meaning: 'Bearer token that every client must show; it may write.',
  }),
  tokens: setting({
    env: [],
    file: ['tokens'],
    value: z.array(tokenGrant),
    meaning: 'List of tokens, each with an agent, a role (`read` or `write`) and workspaces.',
  }),
  presence: setting({
    env: ['WAYMARK_PRESENCE'],
    file: ['presence'],
    value: onOff,
    usual: 'on',
    meaning:
      'Whether it is known which agents are there, so that claims end with their process or session. `off`: claims end by time alone.',
  }),
  claimTtlMinutes: setting({
    env: ['WAYMARK_CLAIM_TTL', 'GRAPH_CLAIM_TTL'],
    file: ['claim_ttl_minutes'],
    value: number('minutes').pipe(z.number().min(0)),
    usual: '60',
    meaning: 'Minutes after which a claim on work ends by itself.',
  }),
  claims: setting({
    env: ['WAYMARK_CLAIMS'],
    file: ['claims'],
    value: z.enum(CLAIM_POLICIES),
    usual: 'soft',
    meaning:
      'Writing to work that another agent holds: `soft` allows it and tells whose it is, `fenced` refuses it.',
  }),
  evidenceOnResolve: setting({
    env: ['WAYMARK_EVIDENCE_ON_RESOLVE'],
    file: ['evidence_on_resolve'],
    value: z.enum(EVIDENCE_POLICIES),
    usual: 'warn',
    meaning: 'What resolving work without evidence does: `off`, `warn` or `require`.',
  }),
  stages: setting({
    env: ['WAYMARK_STAGES'],
    file: ['stages'],
    value: onOff,
    usual: 'on',
    meaning: 'Whether the stages of the `thoughtbox` tools are enforced.',
  }),
  project: setting({
    env: ['WAYMARK_PROJECT', 'THOUGHTBOX_PROJECT'],
    file: ['project'],
    value: z.string().regex(PROJECT_NAME, 'letters, digits, ". _ -", at most 64, no dot first'),
    meaning:
      'The only project whose sessions of thought the gateway knows: those of others cannot be ' +
      'named, listed, searched, read, loaded, cited or written to through it. The reasoning ' +
      'graph (cards of steps), notes, tasks and patterns belong to the workspace and are shared ' +
      'by all its projects.',
  }),
  autoCreateSession: setting({
    env: ['WAYMARK_AUTO_CREATE_SESSION'],
    file: ['auto_create_session'],
    value: flag,
    usual: 'true',
    meaning: 'Whether a first thought begins a session by itself.',
  }),
  reasoningSession: setting({
    env: ['WAYMARK_REASONING_SESSION'],
    file: ['reasoning_session'],
    value: z.string().regex(UUID, 'expected the UUID of a session'),
    meaning: 'Session of thought that every connection begins with.',
  }),
  disableThoughtLogging: setting({
    env: ['WAYMARK_DISABLE_THOUGHT_LOGGING', 'DISABLE_THOUGHT_LOGGING'],
    file: ['disable_thought_logging'],
    value: flag,
    usual: 'false',
    meaning: 'Accepted and of no effect: what agents write is never logged.',
  }),
  sqliteProvider: setting({
    env: ['WAYMARK_SQLITE'],
    file: ['sqlite'],
    value: z.enum(SQLITE_PROVIDERS),
    meaning: "SQLite build: `builtin` is Node's own, `bundled` ours. Unset: Node's, if it has one.",
  }),
} as const;

export type SettingName = keyof typeof SETTINGS;

type ValueOf<Name extends SettingName> = z.output<(typeof SETTINGS)[Name]['value']>;

export type SettingValues = { [Name in SettingName]?: ValueOf<Name> };

/** Those that are always set: by their default where by nothing else. */
export type UsualValues = {
  [Name in SettingName as (typeof SETTINGS)[Name] extends { usual: string }
    ? Name
    : never]: ValueOf<Name>;
};
