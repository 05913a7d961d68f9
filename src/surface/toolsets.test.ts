/** How tools are listed for clients, named by the rules in docs/spec/calls.md. */

import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '../kernel/json.ts';
import { CATALOGUE } from '../operations/catalogue.ts';
import type { Operation } from '../operations/declaration/define-operation.ts';
import {
  argumentsOf,
  inputSchema,
  wholeSchema,
} from '../operations/declaration/describe-operation.ts';
import { SEARCH_WORDS } from '../operations/search-words.ts';
import { listedTool } from './listing.ts';
import { isToolset, listedTools, listing, TOOLSETS, type Toolset } from './toolsets.ts';

const names = (...toolsets: Toolset[]) => listedTools(CATALOGUE, toolsets).map((each) => each.name);
const belongingTo = (toolset: string) =>
  CATALOGUE.filter((each) => each.toolset === toolset).map((each) => each.name);

describe('a toolset', () => {
  it('[CA31] core and daily list the portals', () => {
    const core = ['status', 'tasks_macro_start', 'tasks_macro_close_step', 'tasks_snapshot'];
    expect(names('core')).toEqual(expect.arrayContaining([...core, 'remember']));
    expect(names('daily')).toEqual(
      expect.arrayContaining(['tasks_macro_close_step', 'macro_branch_note', 'think_card', 'help']),
    );
    expect(names('daily')).toEqual(expect.arrayContaining(names('core')));
    expect(names('daily').length).toBeLessThan(CATALOGUE.length);
  });

  it.each(['tasks', 'reasoning', 'graph', 'thoughtbox'] as const)(
    '[CA31] %s lists the tools that belong to it',
    (toolset) => {
      const shared = toolset === 'graph' ? ['graph_query'] : [];
      expect(names(toolset).sort()).toEqual([...belongingTo(toolset), ...shared].sort());
    },
  );

  it('[CA31] full lists all, and joined sets list each tool once', () => {
    expect(names('full').sort()).toEqual(CATALOGUE.map((each) => each.name).sort());
    const joined = names('core', 'daily', 'reasoning', 'reasoning');
    expect(joined).toEqual([...new Set(joined)]);
    expect([...joined].sort()).toEqual(
      [...new Set([...names('daily'), ...names('reasoning')])].sort(),
    );
    expect(names()).toEqual([]);
  });

  it('[CA31] says of each tool whether it is listed', () => {
    const lists = listing(CATALOGUE, ['core', 'tasks']);
    const listed = names('core', 'tasks');
    for (const { name } of CATALOGUE) expect(lists(name), name).toBe(listed.includes(name));
    expect(lists('no_such_tool')).toBe(false);
  });

  it('[CA32] lists core first, then daily, then the rest, by name within each', () => {
    const core = names('core');
    const daily = names('daily').filter((name) => !core.includes(name));
    const rest = CATALOGUE.map((each) => each.name).filter(
      (name) => !core.includes(name) && !daily.includes(name),
    );
    const inOrder = (some: readonly string[]) => [...some].sort();
    expect(names('full')).toEqual([...inOrder(core), ...inOrder(daily), ...inOrder(rest)]);
  });

  it('[CA32] the order depends neither on the sets nor on the catalogue', () => {
    expect(names('tasks', 'reasoning', 'core')).toEqual(names('core', 'reasoning', 'tasks'));
    const turned = listedTools([...CATALOGUE].reverse(), ['full']).map((each) => each.name);
    expect(turned).toEqual(names('full'));
  });

  it.each(['', 'Daily', 'all', 'daily,full', 'toString', ' core'])(
    '[CA33] %j is no toolset',
    (name) => {
      expect(isToolset(name)).toBe(false);
    },
  );

  it('[CA33] the seven names are', () => {
    expect([...TOOLSETS].sort()).toEqual(
      ['core', 'daily', 'full', 'graph', 'reasoning', 'tasks', 'thoughtbox'].sort(),
    );
    expect(TOOLSETS.every(isToolset)).toBe(true);
  });
});

const DAILY = listedTools(CATALOGUE, ['daily']);

describe('the default listing', () => {
  it('[CA102] has at most 9,000 characters', () => {
    const tools = DAILY.map((each) => listedTool(each, { workspaceIsKnown: true }));
    expect(JSON.stringify({ tools }).length).toBeLessThanOrEqual(9_000);
  });

  it.each(DAILY)('[CA104] has words for $name by which a client can find it', (operation) => {
    const { _meta } = listedTool(operation);
    const hint = _meta?.['anthropic/searchHint'];
    expect(hint).toMatch(/^[A-Za-z ,]{3,60}$/);
  });

  it('[CA104] has words for what agents look for', () => {
    const words = DAILY.map((each) => {
      const { description, _meta } = listedTool(each);
      return `${description} ${_meta?.['anthropic/searchHint']}`;
    }).join(' ');
    for (const each of [
      ...['memory', 'remember this', 'todo list', 'resume work', 'what was I working on'],
      ...['persistent memory', 'preference', 'decision', 'step by step'],
    ]) {
      expect(words).toContain(each);
    }
  });

  it.each([
    ['memory', ['recall', 'remember', 'status']],
    ['persistent memory', ['recall', 'remember', 'status']],
    ['remember this', ['remember', 'macro_branch_note']],
    ['resume work', ['status']],
    ['what was I working on', ['status']],
    ['user rules', ['remember']],
    ['ask the user a question', ['remember']],
    ['save a decision', ['remember']],
    ['todo', ['graph_plan', 'tasks_macro_start', 'tasks_snapshot']],
    ['undo', ['help']],
    ['search notes', ['recall']],
    ['sequential thinking', ['thoughtbox_gateway']],
  ])('[CA104] a client that searches for %j finds %j first', (query, names) => {
    const ranked = DAILY.map((each) => ({ name: each.name, score: scoreFor(query, each) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
    expect(
      ranked
        .slice(0, names.length)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...names].sort());
  });

  it('[CA104] has words only for tools that exist', () => {
    const known = CATALOGUE.map(({ name }) => name);
    expect(Object.keys(SEARCH_WORDS).filter((name) => !known.includes(name))).toEqual([]);
  });
});

/** The measure of Claude Code 2.1.326, where the server is called waymark. */
function scoreFor(query: string, operation: Operation): number {
  const { name, description, _meta } = listedTool(operation);
  const hint = String(_meta?.['anthropic/searchHint']).toLowerCase();
  const parts = ['waymark', ...name.split('_')];
  return query
    .toLowerCase()
    .split(' ')
    .map((word) => {
      const whole = new RegExp(`\\b${word}\\b`);
      const inPart = parts.includes(word) ? 12 : parts.some((each) => each.includes(word)) ? 6 : 0;
      const inName = name === word ? 12 : `waymark ${name}`.includes(word) ? 4 : 0;
      const inTexts = (whole.test(hint) ? 4 : 0) + (whole.test(description.toLowerCase()) ? 2 : 0);
      return inPart + inName + inTexts;
    })
    .reduce((sum, each) => sum + each, 0);
}

/** Every object of a listed schema, with what the whole schema has in its place. */
function objectsIn(
  listed: JsonObject,
  whole: JsonObject,
  path = '',
): [string, JsonObject, JsonObject][] {
  const choices = [whole, ...((whole.anyOf ?? []) as JsonObject[])];
  const same = choices.find((each) => each.properties ?? each.items) ?? whole;
  const inner = Object.entries((listed.properties ?? {}) as Record<string, JsonObject>).flatMap(
    ([name, each]) => {
      const full = ((same.properties ?? {}) as Record<string, JsonObject>)[name];
      return full ? objectsIn(each, full, `${path}.${name}`) : [];
    },
  );
  const items = isJsonObject(listed.items ?? null)
    ? objectsIn(listed.items as JsonObject, (same.items ?? {}) as JsonObject, `${path}[]`)
    : [];
  return [
    ...(listed.properties ? [[path, listed, same] as [string, JsonObject, JsonObject]] : []),
    ...inner,
    ...items,
  ];
}

describe.each(CATALOGUE.map((operation) => ({ operation, name: operation.name })))(
  'the listing of $name',
  ({ operation }) => {
    it('[CA102] requires what is required, and lists it', () => {
      for (const [path, listed, whole] of objectsIn(
        inputSchema(operation),
        wholeSchema(operation),
      )) {
        const required = (listed.required ?? []) as string[];
        expect(Object.keys(listed.properties as object), path).toEqual(
          expect.arrayContaining(required),
        );
        expect(required, path).toEqual(expect.arrayContaining((whole.required ?? []) as string[]));
      }
    });

    it('[CA35] is complete, and its annotations are true', () => {
      const listed = listedTool(operation);
      expect(listed).toMatchObject({
        name: operation.name,
        title: operation.title,
        description: operation.description,
        inputSchema: { type: 'object' },
      });
      // A client must not refuse arguments that are accepted without being listed.
      expect(listed.inputSchema).not.toHaveProperty('additionalProperties');
      const readOnlyHint = operation.effect === 'read' || operation.effect === 'pure';
      const presumed = { readOnlyHint: false, destructiveHint: true, idempotentHint: readOnlyHint };
      expect({ ...presumed, ...listed.annotations }).toEqual({
        readOnlyHint,
        destructiveHint: operation.destructive,
        idempotentHint: operation.idempotent,
        openWorldHint: false,
      });
      if (operation.effect !== 'write') expect(operation.idempotent).toBe(true);
    });

    it('[CA35] does not repeat what the protocol presumes', () => {
      const { annotations } = listedTool(operation);
      expect(annotations).not.toMatchObject({ readOnlyHint: false });
      expect(annotations).not.toMatchObject({ destructiveHint: true });
      expect(annotations).not.toMatchObject({ idempotentHint: false });
      expect(annotations).not.toMatchObject({ readOnlyHint: true, idempotentHint: true });
    });

    it.each([true, false])('[CA37] lists no alias (rarely needed ones: %s)', (rarelyNeeded) => {
      const schema = inputSchema(operation, { rarelyNeeded });
      const { properties = {} } = schema as { properties?: JsonObject };
      for (const alias of ['task', 'plan', 'expected_version', 'max_bytes', 'max_lines']) {
        const told = argumentsOf(operation).find((each) => each.name === alias);
        if (told?.description.startsWith('Alias') || alias.startsWith('max_')) {
          expect(Object.keys(properties)).not.toContain(alias);
        }
      }
      expect(JSON.stringify(properties)).not.toMatch(/"(unlisted|listed_as)":/);
    });

    it('[CA37] describes every argument in a set that is not small, at any depth', () => {
      const { inputSchema: schema } = listedTool(operation, { toolsets: ['full'] });
      const described = descriptionsIn(schema as JsonObject);
      const wrong = described.filter(([, words]) => words === undefined || words.trim() === '');
      expect(wrong).toEqual([]);
    });

    it('[CA37] lists every other argument in a set that is not small', () => {
      const request = { toolsets: ['full', 'daily'] as const };
      const { properties } = listedTool(operation, request).inputSchema;
      if (operation.router) return;
      const never = ['max_bytes', 'max_lines', 'call_id'];
      const owed = argumentsOf(operation)
        .filter(({ name, description }) => !never.includes(name) && !/^Alias/.test(description))
        .map(({ name }) => name);
      if (operation.name === 'help') owed.splice(owed.indexOf('workspace'), 1);
      expect(Object.keys(properties as JsonObject)).toEqual(expect.arrayContaining(owed));
    });

    it('[CA35] has an output schema only if answers are structured', () => {
      expect(listedTool(operation)).not.toHaveProperty('outputSchema');
      const { outputSchema } = listedTool(operation, { structured: true });
      expect(outputSchema?.type).toBe('object');
      if (!operation.isPortal && !operation.plain) {
        const keys = 'success intent result warnings suggestions context error timestamp';
        expect(outputSchema?.required).toEqual(keys.split(' '));
      }
    });
  },
);

/** The path and the description of every property of a schema. */
function descriptionsIn(schema: JsonObject, path = ''): [string, string | undefined][] {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonObject>);
  const choices = (schema.anyOf ?? []) as readonly JsonObject[];
  return [
    ...properties.flatMap(([name, each]): [string, string | undefined][] => [
      [`${path}.${name}`, each.description as string | undefined],
      ...descriptionsIn(each, `${path}.${name}`),
    ]),
    ...(schema.items ? descriptionsIn(schema.items as JsonObject, `${path}[]`) : []),
    ...choices.flatMap((each) => descriptionsIn(each, path)),
  ];
}
