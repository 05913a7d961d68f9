/** The advice on refusals of the domain: which call goes with which reason. */

import { describe, expect, it } from 'vitest';
import type { BranchReason } from '../domain/branches/reasons.ts';
import type { CardReason } from '../domain/cards/reasons.ts';
import type { NotebookReason } from '../domain/notebooks/reasons.ts';
import type { RefReason } from '../domain/refs/reasons.ts';
import type { ThoughtReason } from '../domain/thoughts/reasons.ts';
import type { WorkReason } from '../domain/work/reasons.ts';
import type { JsonObject } from '../kernel/json.ts';
import { refuse } from '../kernel/refusal.ts';
import { advised } from './advice.ts';

type Shown = BranchReason | CardReason | NotebookReason | RefReason | ThoughtReason | WorkReason;

const request = { thought: 'x', nextThoughtNeeded: true, thoughtNumber: 5 };
const [gateway, session] = ['thoughtbox_gateway', 's1'];

const notebook = (subOperation: string, cellId?: string) => ({
  ...{ operation: 'notebook', subOperation, notebookId: 'n' },
  ...(cellId === undefined ? {} : { cellId }),
});

const CALLS: readonly (readonly [Shown, string, object])[] = [
  [{ kind: 'branch_exists', name: 'idea' }, 'checkout', { ref: 'idea' }],
  [{ kind: 'branch_name_taken' }, 'branch_list', {}],
  [{ kind: 'branch_is_first' }, 'branch_list', {}],
  [{ kind: 'branch_of_target' }, 'branch_list', {}],
  [{ kind: 'branch_has_children' }, 'branch_list', {}],
  [{ kind: 'branch_checked_out', base: 'main' }, 'checkout', { ref: 'main' }],
  [{ kind: 'branch_checked_out', base: undefined }, 'branch_list', {}],
  [{ kind: 'card_empty', type: 'test' }, 'think_template', { type: 'test' }],
  [{ kind: 'card_type_unknown' }, 'think_template', { type: 'note' }],
  [{ kind: 'tag_hidden_by_branch' }, 'tag_list', {}],
  [{ kind: 'tag_exists', name: 't' }, 'log', { ref: 't', limit: 1 }],
  [{ kind: 'note_unknown', branch: 'main' }, 'log', { ref: 'main' }],
  [{ kind: 'parent_missing' }, 'graph_onboard', {}],
  [
    { kind: 'number_taken', request, correction: { thoughtNumber: 6 } },
    gateway,
    { operation: 'thought', thought: 'x', nextThoughtNeeded: true, thoughtNumber: 6 },
  ],
  [
    { kind: 'thought_incomplete', request, correction: { thoughtNumber: undefined } },
    gateway,
    { operation: 'thought', thought: 'x', nextThoughtNeeded: true },
  ],
  [
    { kind: 'thought_unknown', session },
    gateway,
    { operation: 'session', subOperation: 'get', sessionId: session },
  ],
  [
    { kind: 'numbers_used_up', session },
    gateway,
    { operation: 'session', subOperation: 'get', sessionId: session, last: 5 },
  ],
  [{ kind: 'cell_unknown', notebook: 'n' }, gateway, notebook('list_cells')],
  [{ kind: 'notebook_full', notebook: 'n' }, gateway, notebook('list_cells')],
  [{ kind: 'cell_changed', notebook: 'n', cell: 'c' }, gateway, notebook('get_cell', 'c')],
  [{ kind: 'cell_running', notebook: 'n', cell: 'c' }, gateway, notebook('get_cell', 'c')],
  [{ kind: 'cell_not_running', notebook: 'n', cell: 'c' }, gateway, notebook('get_cell', 'c')],
  [
    {
      ...{ kind: 'cell_not_accepted', notebook: 'n', does: 'add_cell' },
      ...{ request: { notebookId: 'n', filename: '/x' }, correction: { filename: 'x.js' } },
    },
    gateway,
    { ...notebook('add_cell'), filename: 'x.js' },
  ],
  [
    {
      ...{ kind: 'cell_not_accepted', notebook: 'n', does: 'add_cell' },
      ...{ request: { notebookId: 'n' }, correction: undefined },
    },
    gateway,
    notebook('list_cells'),
  ],
];

const SAID = { operation: 'thought', thought: 'é'.repeat(300), nextThoughtNeeded: true };

describe('advice', () => {
  it.each([
    ['load_context', session, { operation: 'load_context', sessionId: session }],
    ['start_new', undefined, { operation: 'start_new' }],
    ['cipher', undefined, { operation: 'cipher' }],
  ] as const)(
    '[TH99] before its stage it is %s, then the call word for word',
    (step, id, first) => {
      const calls = (words?: JsonObject) => {
        const reason: Shown = { kind: 'stage_not_reached', steps: [step], session: id, words };
        const refusal = advised(refuse('STAGE_REQUIREMENT_NOT_MET', 'no', { reason }));
        return refusal.suggestions.map(({ params }) => params);
      };
      expect(calls()).toEqual([first]);
      expect(calls(SAID)).toEqual([first, SAID]);
      const long = { ...SAID, thought: 'x'.repeat(5_000) };
      expect(calls(long)).toEqual([first, { ...long, thought: '<fill: the same>' }]);
    },
  );

  it.each(CALLS)('for %j is one call', (reason, target, params) => {
    const refusal = advised(refuse('CONFLICT', 'no', { reason, details: { field: 'name' } }));
    expect(refusal).toMatchObject({ code: 'CONFLICT', message: 'no', details: { field: 'name' } });
    expect(refusal.reason).toBeUndefined();
    expect(refusal.suggestions).toMatchObject([{ target }]);
    expect(refusal.suggestions[0]?.params).toEqual(params);
  });

  it('leaves a refusal without a reason as it is', () => {
    const refusal = refuse('CONFLICT', 'no', { recovery: 'Do otherwise.' });
    expect(advised(refusal)).toBe(refusal);
  });

  it('throws on a reason that no table knows', () => {
    expect(() => advised(refuse('CONFLICT', 'no', { reason: { kind: 'unheard_of' } }))).toThrow();
  });
});
