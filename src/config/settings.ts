/** All settings: for each its variables, its keys in the file, its values, default and meaning. */

import * as z from 'zod';
import { CLAIM_POLICIES } from '../domain/work/claim-policy.ts';
import { EVIDENCE_POLICIES } from '../domain/work/evidence-policy.ts';
import { PROJECT_NAME, UUID, WORKSPACE_ID, WORKSPACE_RULE } from '../kernel/ids.ts';
import { SQLITE_PROVIDERS } from '../store/sqlite/provider.ts';
import {
  agentName,
  connections,
  flag,
  list,
  NOTEBOOK_REMOTE,
  NOTEBOOK_RUNTIMES,
  name,
  number,
  onOff,
  origins,
  port,
  registry,
  tokenGrant,
  toolsets,
} from './setting-values.ts';

interface Setting<Value, Usual extends Value | undefined> {
  /** Environment variables, ours first; the others are names that earlier programs used. */
  readonly env: readonly string[];
  /** Keys in the configuration file, ours first. */
  readonly file: readonly string[];
  readonly value: z.ZodType<Value, unknown>;
  /** The default; a setting without one is unset. */
  readonly usual: Usual;
  /** For the table in docs/configuration.md. */
  readonly meaning: string;
}

/** Defaults are values, not texts: parsing them would lengthen every cold start. */
function setting<Value, Usual extends Value | undefined = undefined>(
  declared: Omit<Setting<Value, Usual>, 'usual'> & { readonly usual?: Usual },
): Setting<Value, Usual> {
  return { usual: undefined as Usual, ...declared };
}

/** A default as it would be written in a variable. */
export function usualText({ usual, value }: (typeof SETTINGS)[SettingName]): string | undefined {
  if (typeof usual === 'boolean' && value === onOff) return usual ? 'on' : 'off';
  return usual === undefined ? undefined : String(usual);
}

export const SETTINGS = {
  dataDir: setting({
    env: ['WAYMARK_DATA_DIR', 'THOUGHTBOX_DATA_DIR'],
    file: ['data_dir'],
    value: z.string().min(1),
    usual: '~/.waymark',
    meaning: 'Directory of the database file, `waymark.db`.',
  }),
  databaseUrl: setting({
    env: ['WAYMARK_DATABASE_URL'],
    file: ['database_url'],
    value: z.string().regex(/^postgres(ql)?:\/\//, 'expected postgres://…'),
    meaning:
      'Address of a PostgreSQL database to use instead of SQLite, for example to share the memory between machines.',
  }),
  databaseFile: setting({
    env: ['WAYMARK_DATABASE_FILE', 'GRAPH_DB'],
    file: ['database_file', 'db_path'],
    value: z.string().min(1),
    meaning: 'SQLite file to use instead of the one in the data directory.',
  }),
  storage: setting({
    env: ['WAYMARK_STORAGE', 'THOUGHTBOX_STORAGE'],
    file: ['storage'],
    value: z.enum(['memory', 'fs'], { error: 'expected memory or fs' }),
    usual: 'fs',
    meaning:
      '`fs` stores the memory in the database named above. `memory` keeps it only in the process: no file is created, and everything is lost when the process ends.',
  }),
  workspace: setting({
    env: ['WAYMARK_WORKSPACE', 'BRANCHMIND_WORKSPACE'],
    file: ['workspace'],
    value: z.string().regex(WORKSPACE_ID, WORKSPACE_RULE),
    meaning:
      'Workspace of calls that name none. Unset: the workspace of the project, which is identified by its git repository, else by its directory.',
  }),
  agent: setting({
    env: ['WAYMARK_AGENT', 'GRAPH_AGENT'],
    file: ['agent', 'agent_identity'],
    value: agentName,
    meaning: 'Name of the agent that writes. Unset: every session of a client is a separate agent.',
  }),
  toolsets: setting({
    env: ['WAYMARK_TOOLSET', 'BRANCHMIND_TOOLSET'],
    file: ['toolset'],
    value: toolsets,
    usual: ['daily'],
    meaning:
      'Sets of tools that are listed to clients, separated by commas. Every tool can be called, listed or not.',
  }),
  structured: setting({
    env: ['WAYMARK_STRUCTURED'],
    file: ['structured'],
    value: flag,
    usual: false,
    meaning: 'Whether replies also carry `structuredContent`.',
  }),
  transport: setting({
    env: ['WAYMARK_TRANSPORT', 'THOUGHTBOX_TRANSPORT'],
    file: ['transport'],
    value: z.enum(['stdio', 'http'], { error: 'expected stdio or http' }),
    usual: 'stdio',
    meaning:
      'What `waymark` without a command does: `stdio` runs `waymark mcp`, `http` runs `waymark serve`.',
  }),
  host: setting({
    env: ['WAYMARK_HOST', 'HOST'],
    file: ['host'],
    value: name,
    usual: '127.0.0.1',
    meaning: 'Address to serve HTTP on. A token is required unless it is a loopback address.',
  }),
  port: setting({
    env: ['WAYMARK_PORT', 'PORT'],
    file: ['port'],
    value: port,
    usual: 1731,
    meaning: 'Port of MCP over HTTP.',
  }),
  observatoryEnabled: setting({
    env: ['WAYMARK_OBSERVATORY', 'THOUGHTBOX_OBSERVATORY_ENABLED'],
    file: ['observatory'],
    value: flag,
    usual: true,
    meaning:
      'Whether `waymark serve` also serves the Observatory, on the same address. `waymark ui` always does; the stdio server does if this is set to `true`.',
  }),
  observatoryPort: setting({
    env: ['WAYMARK_OBSERVATORY_PORT', 'THOUGHTBOX_OBSERVATORY_PORT'],
    file: ['observatory_port'],
    value: port,
    usual: 1729,
    meaning: 'Port of the Observatory.',
  }),
  observatoryCors: setting({
    env: ['WAYMARK_OBSERVATORY_CORS', 'THOUGHTBOX_OBSERVATORY_CORS'],
    file: ['observatory_cors'],
    value: origins,
    meaning:
      'Origins whose pages may read the Observatory, separated by commas; `*` for every site. Unset: only its own pages.',
  }),
  observatoryMaxConnections: setting({
    env: [
      'WAYMARK_OBSERVATORY_MAX_CONNECTIONS',
      'THOUGHTBOX_OBSERVATORY_MAX_CONNECTIONS',
      'THOUGHTBOX_OBSERVATORY_MAX_CONN',
    ],
    file: ['observatory_max_connections'],
    value: connections,
    usual: 100,
    meaning:
      'Most connections to the feed of the Observatory at the same time, one per open page; a further one is closed with the code 1013.',
  }),
  observatoryHttpApi: setting({
    env: ['WAYMARK_OBSERVATORY_HTTP_API', 'THOUGHTBOX_OBSERVATORY_HTTP_API'],
    file: ['observatory_http_api'],
    value: flag,
    usual: false,
    meaning:
      'Whether the Observatory also answers programs by plain HTTP, below `/api/`: sessions, work, tasks, branches, agents, conflicts and events as JSON. `/api/status` is always served.',
  }),
  allowedHosts: setting({
    env: ['WAYMARK_ALLOWED_HOSTS'],
    file: ['allowed_hosts'],
    value: list,
    meaning: 'Further host names of this server, separated by commas.',
  }),
  token: setting({
    env: ['WAYMARK_TOKEN'],
    file: ['token'],
    value: z.string().min(8, 'at least 8 characters'),
    meaning: 'Bearer token that every client must send; it gives the role `write`.',
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
    usual: true,
    meaning:
      'Whether the server keeps track of connected agents, so that claims end with their process or session. `off`: claims end only by time.',
  }),
  claimTtlMinutes: setting({
    env: ['WAYMARK_CLAIM_TTL', 'GRAPH_CLAIM_TTL'],
    file: ['claim_ttl_minutes'],
    value: number('minutes').pipe(z.number().min(0)),
    usual: 60,
    meaning: 'Minutes after which a claim on work expires. 0 switches claims off.',
  }),
  claims: setting({
    env: ['WAYMARK_CLAIMS'],
    file: ['claims'],
    value: z.enum(CLAIM_POLICIES),
    usual: 'soft',
    meaning:
      'What happens when an agent writes to work that another agent has claimed: `soft` allows it and names the other agent, `fenced` refuses it.',
  }),
  evidenceOnResolve: setting({
    env: ['WAYMARK_EVIDENCE_ON_RESOLVE'],
    file: ['evidence_on_resolve'],
    value: z.enum(EVIDENCE_POLICIES),
    usual: 'warn',
    meaning:
      'What happens when work is resolved without evidence: `off` (nothing), `warn` (a warning) or `require` (a refusal).',
  }),
  stages: setting({
    env: ['WAYMARK_STAGES'],
    file: ['stages'],
    value: onOff,
    usual: true,
    meaning: 'Whether `thoughtbox_gateway` enforces its stages.',
  }),
  project: setting({
    env: ['WAYMARK_PROJECT', 'THOUGHTBOX_PROJECT'],
    file: ['project'],
    value: z.string().regex(PROJECT_NAME, 'letters, digits, ". _ -", at most 64, no dot first'),
    meaning:
      'The only project whose sessions of thought the gateway can use: sessions of other projects ' +
      'cannot be named, listed, searched, read, loaded, cited or written to through it. The ' +
      'reasoning graph (cards of steps), notes, tasks and patterns belong to the workspace and ' +
      'are shared by all its projects.',
  }),
  autoCreateSession: setting({
    env: ['WAYMARK_AUTO_CREATE_SESSION'],
    file: ['auto_create_session'],
    value: flag,
    usual: true,
    meaning: 'Whether a thought starts a session if none is active.',
  }),
  reasoningSession: setting({
    env: ['WAYMARK_REASONING_SESSION'],
    file: ['reasoning_session'],
    value: z.string().regex(UUID, 'expected the UUID of a session'),
    meaning: 'Session of thought that is active when a connection starts.',
  }),
  disableThoughtLogging: setting({
    env: ['WAYMARK_DISABLE_THOUGHT_LOGGING', 'DISABLE_THOUGHT_LOGGING'],
    file: ['disable_thought_logging'],
    value: flag,
    usual: false,
    meaning: 'No effect, accepted for compatibility: what agents write is never logged.',
  }),
  notebooks: setting({
    env: ['WAYMARK_NOTEBOOKS'],
    file: ['notebooks'],
    value: z.enum(NOTEBOOK_RUNTIMES),
    usual: 'auto',
    meaning:
      'What runs the cells of notebooks: `node` is Node in a sandbox of bubblewrap, `quickjs` a small JavaScript engine without Node’s modules and packages, `auto` is `node` where a trial run succeeds and `quickjs` elsewhere, `off` runs none.',
  }),
  notebookInstall: setting({
    env: ['WAYMARK_NOTEBOOK_INSTALL'],
    file: ['notebook_install'],
    value: onOff,
    usual: true,
    meaning: 'Whether notebooks may install packages from the npm registry.',
  }),
  notebookRegistry: setting({
    env: ['WAYMARK_NOTEBOOK_REGISTRY'],
    file: ['notebook_registry'],
    value: registry,
    meaning:
      'Address of the registry for packages of notebooks. Unset: the one that npm is configured to use.',
  }),
  notebookPackages: setting({
    env: ['WAYMARK_NOTEBOOK_PACKAGES'],
    file: ['notebook_packages'],
    value: z.string().min(1),
    meaning:
      'Directory for the packages of notebooks. Unset: `notebooks/deps` in the data directory, or ' +
      '`/var/cache/waymark` if the server runs as root and other accounts may not enter that: ' +
      'cells run under an account of their own.',
  }),
  notebookRemote: setting({
    env: ['WAYMARK_NOTEBOOK_REMOTE'],
    file: ['notebook_remote'],
    value: z.enum(NOTEBOOK_REMOTE),
    usual: 'off',
    meaning:
      'What callers may do with notebooks on a server that other machines can reach: `off` only read and edit them, `run` also run cells, `install` also install packages.',
  }),
  sqliteProvider: setting({
    env: ['WAYMARK_SQLITE'],
    file: ['sqlite'],
    value: z.enum(SQLITE_PROVIDERS),
    meaning:
      "SQLite build: `builtin` is the one in Node, `bundled` the one in this package. Unset: Node's, if it has one.",
  }),
} as const;

export type SettingName = keyof typeof SETTINGS;

type ValueOf<Name extends SettingName> = z.output<(typeof SETTINGS)[Name]['value']>;

export type SettingValues = { [Name in SettingName]?: ValueOf<Name> };

/** The settings that have a default, and so always a value. */
export type UsualValues = {
  [Name in SettingName as (typeof SETTINGS)[Name]['usual'] extends undefined
    ? never
    : Name]: ValueOf<Name>;
};
