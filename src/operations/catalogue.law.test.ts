/** The law of the catalogue: what must hold for every tool. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../test/support/engines.ts';
import { EXEMPLIFIED, examplesFor } from '../../test/support/examples.ts';
import { filled } from '../../test/support/filled.ts';
import {
  onlyReads,
  openTestSurface,
  setScene,
  TESTER,
  type TestSurface,
} from '../../test/support/surface.ts';
import {
  isInSpec,
  isInTools,
  lineForTools,
  placesForRule,
  TOOL_FILES,
  TOOLS_WITH_PAGE,
} from '../../test/support/tool-files.ts';
import type { RefusalCode } from '../kernel/refusal.ts';
import type { Suggestion } from '../kernel/suggestion.ts';
import { dispatch } from '../surface/dispatch.ts';
import type { Reply } from '../surface/render.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Operation } from './declaration/define-operation.ts';
import {
  argumentsOf,
  inputSchema,
  plainCode,
  shownRefusals,
} from './declaration/describe-operation.ts';
import type { Example, ToolExamples } from './declaration/examples.ts';

/** Files that no tool of the catalogue is named after. */
const STRAY = TOOL_FILES.filter((file) => !CATALOGUE.some(({ name }) => file.declares(name)));

/** The code of a refusal, in whichever style it was rendered. */
function codeOf(reply: Reply): string | undefined {
  if (!reply.isError) return undefined;
  return reply.refusal;
}

function examplesFile({ name }: Operation): string {
  const file = TOOL_FILES.find((each) => each.declares(name));
  return file?.beside('.examples.ts') ?? `${name}.examples.ts`;
}

/** What to do about an example that got another answer than it is an example of. */
function explained(operation: Operation, { title, before = [] }: Example, reply: Reply): string {
  if (codeOf(reply) !== 'UNKNOWN_WORKSPACE' || before.length > 0) return reply.text;
  return (
    `each example starts in an empty memory: put the calls that "${title}" needs ` +
    `into its before in ${examplesFile(operation)}; the answer was ${reply.text}`
  );
}

/**
 * Tools that take a budget although some of their calls write; their own tests show what is never
 * cut.
 */
const BUDGETED = ['graph_next'];

/** Arguments that decide whether a call of a writing tool only reads. */
const LOOKING = /^(dry_run|apply|preview|check_only|simulate|claim)$/;

/** Instructions to the reader: descriptions only state what a tool does. */
const ORDERS = /\b(always|never|must|should|you|please|make sure|first call|call this)\b/i;

describe('the catalogue', () => {
  it('lists every operation file, and nothing else', () => {
    const homeless = CATALOGUE.map((each) => each.name).filter(
      (name) => !TOOL_FILES.some((file) => file.declares(name)),
    );
    expect(homeless, 'name the file like the tool, with - for _').toEqual([]);
    expect(STRAY.map(({ path }) => path)).toEqual([]);
  });

  it('has no page in docs/tools without its tool', () => {
    const names = CATALOGUE.map((each) => each.name);
    const pages = TOOLS_WITH_PAGE.filter((page) => !names.includes(page));
    expect(pages, 'run npm run docs').toEqual([]);
  });

  it('has unique names in a fixed order', () => {
    const names = CATALOGUE.map((each) => each.name);
    expect(names).toEqual([...new Set(names)].sort());
  });
});

// By the name that its file promises, so that a run with `-t` finds it.
describe.each(STRAY)('$name', (file) => {
  it('is in the catalogue', () => {
    const wrongName = `${file.path}: declare the tool as ${file.name}, like its file`;
    expect.fail(isInTools(file) ? wrongName : lineForTools(file));
  });
});

describe.each(CATALOGUE.map((operation) => ({ operation, name: operation.name })))(
  '$name',
  ({ operation }) => {
    it('has a name, a title and a description within their limits', () => {
      expect(operation.name).toMatch(/^[a-z][a-z0-9_]{2,63}$/);
      expect(operation.title.length).toBeGreaterThan(3);
      expect(operation.title.length).toBeLessThanOrEqual(50);
      expect(operation.description.length).toBeGreaterThan(40);
      expect(operation.description.length).toBeLessThanOrEqual(240);
      expect(operation.description).not.toMatch(ORDERS);
    });

    it('has one flat root object for a schema', () => {
      const schema = inputSchema(operation);
      expect(schema.type).toBe('object');
      expect(schema).not.toHaveProperty('additionalProperties');
      for (const union of ['anyOf', 'oneOf', 'allOf', 'not'])
        expect(schema).not.toHaveProperty(union);
      // Upper case inside a name: sequential thoughts keep the names of their contract.
      for (const { name } of argumentsOf(operation)) expect(name).toMatch(/^[a-z][A-Za-z0-9_]*$/);
    });

    it('[CA84] takes a budget exactly if it only reads', () => {
      const { name } = operation;
      const names = argumentsOf(operation).map((each) => each.name);
      const knobs = ['max_chars', 'max_bytes', 'max_lines'].filter((knob) => names.includes(knob));
      // The operations behind a router declare their own effect.
      const onlyWrites = operation.effect === 'write' && !operation.router;
      const isExcepted = BUDGETED.includes(name) && operation.isReadOnly !== undefined;
      expect(knobs).toHaveLength(onlyWrites && !isExcepted ? 0 : 3);
    });

    it('[CA80] declares which of its calls only read, if an argument decides it', () => {
      const flags = Object.keys(operation.fields).filter((name) => LOOKING.test(name));
      if (operation.effect === 'write' && flags.length > 0)
        expect(operation.isReadOnly).toBeDefined();
    });

    it('[CA85] has examples, one for each refusal of its own', () => {
      const isShown = EXEMPLIFIED.includes(operation.name);
      expect(isShown, `write ${examplesFile(operation)}`).toBe(true);
      const { refusals } = examplesFor(operation);
      const shown = Object.keys(refusals);
      const missing = operation.ownRefusals.filter((code) => !shown.includes(code));
      expect(missing, `add them to refusals in ${examplesFile(operation)}`).toEqual([]);
      const undeclared = shown.filter((code) => !operation.refusals.some((each) => each === code));
      expect(undeclared, 'add them to refusals of the declaration').toEqual([]);
    });

    it('[CA86] is named by a rule', () => {
      const next = `add a rule that names \`${operation.name}\` to ${placesForRule(operation.name)}`;
      expect(isInSpec(operation.name), next).toBe(true);
    });

    it('has a page in docs/tools', () => {
      expect(TOOLS_WITH_PAGE, 'run npm run docs').toContain(operation.name);
    });
  },
);

describe.each(MAIN_ENGINES)('on $name', (engine) => {
  let server: TestSurface;

  beforeAll(async () => {
    server = await openTestSurface({ engine });
  });
  afterAll(() => server.close());

  let scenes = 0;

  /** In a workspace of their own, so that examples cannot depend on each other. */
  const placed = (operation: Operation): ToolExamples => examplesFor(operation, `scene${++scenes}`);

  async function play(operation: Operation, example: Example): Promise<Reply> {
    for (const reply of await setScene(server, example)) {
      expect(reply.isError, `sets the scene: ${reply.text}`).toBe(false);
    }
    const { surface } = server;
    const facts = { ...surface.facts, ...example.server };
    const call = { tool: operation.name, args: example.args };
    return dispatch({ ...surface, facts }, call, TESTER);
  }

  /** A suggestion is a promise: it runs as it is, once its placeholders are filled in. */
  async function follow(suggestions: readonly Suggestion[]): Promise<void> {
    for (const suggestion of suggestions) {
      const reply = await server.call(suggestion.target, filled(suggestion.params));
      expect(reply.isError, `${suggestion.target} as suggested: ${reply.text}`).toBe(false);
    }
  }

  describe.each(CATALOGUE.map((operation) => ({ operation, name: operation.name })))(
    '$name',
    ({ operation }) => {
      const { examples, refusals: shown } = examplesFor(operation);

      it.each(examples.map(({ title }, index) => ({ title, index })))(
        'example: $title',
        async ({ index }) => {
          const example = placed(operation).examples[index] as Example;
          const reply = await play(operation, example);
          expect(reply.isError, explained(operation, example, reply)).toBe(false);
          await follow(reply.suggestions);
        },
      );

      const refusals = (Object.keys(shown) as RefusalCode[]).map((code) => ({ code }));
      if (refusals.length > 0) {
        it.each(refusals)('refuses with $code', async ({ code }) => {
          const example = placed(operation).refusals[code] as Example;
          const reply = await play(operation, example);
          expect(codeOf(reply), explained(operation, example, reply)).toBe(code);
          await follow(reply.suggestions);
        });
      }

      it('refuses an unknown argument by its name', async () => {
        const [example] = examples;
        const reply = await server.call(operation.name, { ...example?.args, no_such_thing: 1 });
        expect(codeOf(reply)).toBe('INVALID_INPUT');
        expect(reply.text).toContain('no_such_thing');
        await follow(reply.suggestions);
      });

      it('[CA82] has all of its refusals listed by help', async () => {
        const { text } = await server.call('help', { tool: operation.name, max_chars: 100_000 });
        const told = /^refusals: (.*)$/m.exec(text)?.[1]?.split(', ') ?? [];
        expect(told).toEqual(shownRefusals(operation));
        const codes = operation.toolset === 'thoughtbox' ? [] : operation.refusals;
        const asAnswered = operation.plain === true ? codes.map(plainCode) : codes;
        expect(asAnswered.filter((code) => !told.includes(code))).toEqual([]);
      });

      if (operation.workspace === 'any') {
        it('[CA13] answers about a workspace that does not exist, and creates none', async () => {
          const workspace = `nowhere-${operation.name}`;
          const [example] = examplesFor(operation, workspace).examples;
          const reply = await server.call(operation.name, example?.args);
          expect(reply.isError, reply.text).toBe(false);
          expect(await server.surface.store.workspaces()).not.toContain(workspace);
        });
      }

      if (operation.refusals.includes('UNKNOWN_WORKSPACE')) {
        it('refuses a workspace that does not exist, and creates none', async () => {
          // Of a tool that writes, only calls that read can be refused so: an example must show one.
          const example = examples.find(({ args }) => onlyReads(operation, args));
          expect(example, 'an example that reads').toBeDefined();
          const workspace = `stranger-${operation.name}`;
          const reply = await server.call(operation.name, { ...example?.args, workspace });
          expect(codeOf(reply)).toBe('UNKNOWN_WORKSPACE');
          expect(await server.surface.store.workspaces()).not.toContain(workspace);
          await follow(reply.suggestions);
        });
      }
    },
  );
});
