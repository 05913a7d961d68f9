/** What the style check holds the code to: rooms, nouns, libraries, and calls that reach outside. */

/** What each room may import, as prefixes under src/. Most see the store through port.ts alone. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  domain: ['kernel/'],
  /** The hash: passed to the domain as an argument, which may not import it. */
  sha256: ['kernel/digest.ts'],
  /** What is found of each thing, and by which terms. Pure, like the domain. */
  'recall/terms': ['kernel/', 'domain/'],
  /** How hits are scored and quoted. Pure, like the domain. */
  'recall/rank': ['kernel/', 'domain/', 'recall/terms/'],
  /** The index in SQL: a part of the store. */
  'recall/index': ['kernel/', 'domain/', 'recall/terms/', 'store/'],
  'recall/query': ['kernel/', 'domain/', 'recall/terms/', 'recall/rank/', 'store/port.ts'],
  /** Shows anything by its id, with the views of the tools that own it. */
  'recall/open': ['kernel/', 'domain/', 'recall/', 'operations/', 'store/port.ts'],
  store: ['kernel/', 'domain/', 'recall/terms/', 'recall/index/', 'sha256.ts'],
  operations: [
    'kernel/',
    'domain/',
    'recall/terms/',
    'recall/rank/',
    'recall/query/',
    'recall/open/',
    'sha256.ts',
    'store/port.ts',
    'runner/port.ts',
    'runner/packages/parse-spec.ts',
  ],
  surface: [
    'kernel/',
    'domain/',
    'sha256.ts',
    'operations/',
    'runner/',
    'store/port.ts',
    'store/patience.ts',
    'store/unavailable.ts',
  ],
  /** The sandbox of notebooks: it knows no noun, only files of source and limits. */
  runner: ['kernel/', 'sha256.ts'],
  transport: ['kernel/', 'operations/declaration/define-operation.ts', 'surface/'],
  observatory: [
    'kernel/',
    'domain/',
    'recall/terms/',
    'recall/rank/',
    'surface/',
    'transport/',
    'sha256.ts',
    'store/port.ts',
    'store/tail.ts',
    'store/unavailable.ts',
  ],
  /** What seed 004 publishes for other programs: channels, REST endpoints, archives of sessions. */
  compat: [
    'kernel/',
    'domain/',
    'sha256.ts',
    'operations/thoughtbox/steps/',
    'surface/',
    'observatory/',
    'store/port.ts',
  ],
  config: [
    'kernel/',
    'domain/',
    'surface/toolsets.ts',
    'store/open-store.ts',
    'store/sqlite/provider.ts',
  ],
  cli: [
    'kernel/',
    'domain/',
    'recall/terms/',
    'recall/rank/',
    'sha256.ts',
    'operations/',
    'store/',
    'surface/',
    'transport/',
    'observatory/',
    'compat/',
    'config/',
  ],
  main: ['kernel/', 'cli/'],
  /** The page in the browser: types of rows, and what is pure. */
  web: ['kernel/', 'domain/', 'recall/terms/', 'observatory/'],
};

/**
 * The nouns of the domain in order, each with those it may import: only nouns above it, so that
 * none can depend on each other. All may import types of the journal, which lists every event, and
 * `EVENT_FORM`, which imports no noun.
 */
export const NOUNS: Readonly<Record<string, readonly string[]>> = {
  workspace: [],
  targets: [],
  models: [],
  rules: [],
  notebooks: [],
  branches: ['targets', 'workspace'],
  documents: ['branches', 'workspace'],
  refs: ['branches', 'documents'],
  trace: ['branches'],
  graph: ['branches'],
  cards: ['graph'],
  tasks: ['targets', 'documents', 'graph'],
  work: ['workspace', 'branches', 'graph'],
  thoughts: ['cards', 'graph'],
  journal: [
    'workspace',
    'rules',
    'branches',
    'documents',
    'refs',
    'trace',
    'graph',
    'cards',
    'tasks',
    'work',
    'thoughts',
    'notebooks',
  ],
};

/** With it each noun declares its event types. */
export const EVENT_FORM = 'src/domain/journal/define-event.ts';

/** Names of tools that are also stored in entries, or are keys of answers. May only shrink. */
export const STORED_NAMES: readonly string[] = [
  'graph_diff',
  'graph_merge',
  'tasks_note',
  'think_card',
  'thoughtbox_gateway',
  'trace_sequential_step',
  'trace_step',
];

/** Which files may import each library. A new library needs a page in docs/decisions. */
export const LIBRARIES: Readonly<Record<string, readonly string[]>> = {
  '@modelcontextprotocol/node': ['src/transport/'],
  '@modelcontextprotocol/server': ['src/transport/'],
  '@photostructure/sqlite': ['src/store/sqlite/provider.ts'],
  'es-module-lexer': ['src/runner/link/cell-reader.mjs'],
  kysely: ['src/store/sql/', 'src/store/postgres/', 'src/recall/index/'],
  pg: ['src/store/postgres/'],
  'quickjs-wasi': ['src/runner/quickjs/'],
  '@preact/signals': ['web/'],
  preact: ['web/'],
  stemmer: ['src/recall/terms/tokens.ts'],
  sucrase: ['src/runner/link/cell-reader.mjs'],
  ws: ['src/observatory/'],
  yaml: ['src/cli/yaml.ts'],
  zod: [
    'src/config/settings.ts',
    'src/config/setting-values.ts',
    'src/observatory/',
    'src/operations/',
    'src/surface/parse-input.ts',
    'src/transport/params.ts',
  ],
};

/** Functions of values alone, without dependencies: the domain may use them. */
export const PURE_LIBRARIES: readonly string[] = ['stemmer'];

/** Files that no other imports, because they are started: the program, and its workers. */
export const ENTRIES: readonly string[] = [
  'src/main.ts',
  'src/runner/link/cell-reader.mjs',
  'src/runner/quickjs/quickjs-worker.mjs',
  'web/main.tsx',
  'web/style-sheets.d.ts',
];

/** Calls that reach outside the program or cut a text, and the only files that may make them. */
export const REACHES: readonly { what: RegExp; only: readonly string[]; instead: string }[] = [
  { what: /process\.env/, only: ['src/main.ts'], instead: 'take it from Config' },
  {
    what: /Date\.now|new Date\(\)/,
    only: ['src/main.ts', 'web/live/socket.ts', 'web/clock.ts'],
    instead: 'take the time as an argument',
  },
  {
    what: /Math\.random|randomUUID|randomBytes/,
    // What a cell is offered, inside.
    only: ['src/main.ts', 'src/runner/quickjs/guest-globals.mjs', 'web/live/socket.ts'],
    instead: 'take it as an argument',
  },
  {
    what: /process\.stdout/,
    only: ['src/main.ts', 'src/transport/serve-stdio.ts'],
    instead: 'print through Outside.print: stdout carries the protocol',
  },
  {
    what: /process\.stderr/,
    only: ['src/main.ts'],
    instead: 'log through Outside.log, which redacts',
  },
  // The probe is the source of a cell.
  { what: /console\./, only: ['src/runner/probe.ts'], instead: 'log through Outside.log' },
  {
    what: /\b(shortenText|utf8Prefix)\(/,
    // Trims, which get what was redacted already, and the places that redact.
    only: [
      'src/kernel/cuts/squeeze.ts',
      'src/kernel/excerpt.ts',
      'src/kernel/json.ts',
      'src/kernel/trims.ts',
      'src/observatory/cut-text.ts',
      'src/operations/work/steps/cut-page.ts',
      'src/operations/work/steps/next-work-view.ts',
      'src/operations/think/think-next.ts',
      'src/surface/fit-portal.ts',
    ],
    instead: 'shorten through kernel/excerpt.ts, which redacts first',
  },
  {
    what: /process\.exit\(/,
    only: ['src/runner/quickjs/quickjs-worker.mjs'],
    instead: 'return an exit code',
  },
  {
    what: /performance\.now/,
    only: [
      'src/store/patience.ts',
      'src/runner/quickjs/quickjs-worker.mjs',
      'src/runner/quickjs/guest-globals.mjs',
      'src/main.ts',
    ],
    instead: 'take the time as an argument',
  },
];
