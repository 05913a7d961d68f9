/** A chain of moves is appended at once, and the stored target is the one it leads to. */

import { describe, expect, it } from 'vitest';
import { ENGINES, withStore } from '../../../../test/support/engines.ts';
import { advanceStep } from '../../../domain/tasks/advance.ts';
import { completeTarget } from '../../../domain/tasks/complete-target.ts';
import { createPlan, createTask } from '../../../domain/tasks/create-target.ts';
import type { Move } from '../../../domain/tasks/move.ts';
import { firstOpen } from '../../../domain/tasks/step-tree.ts';
import type { Target } from '../../../domain/tasks/target.ts';
import { initializeWorkspace } from '../../../domain/workspace/workspace.ts';
import { isRefusal, type Refusal } from '../../../kernel/refusal.ts';
import type { Store, Writing } from '../../../store/port.ts';
import { type Committed, commitMoves } from './commit-moves.ts';

const NOW = 1_000;
const GATE = { criteria: true, tests: true };
const PROOF = { items: [], checks: ['CMD: npm test'], attachments: [], checkpoints: [] } as const;

function sure<Value>(value: Value | Refusal): Value {
  if (isRefusal(value)) throw new Error(value.message);
  return value;
}

/** The transaction, recording the drafts of each append. */
function watched(tx: Writing, appends: string[][]): Writing {
  return Object.create(tx, {
    append: {
      value: (drafts: Parameters<Writing['append']>[0]) => {
        appends.push(drafts.map(({ type }) => type));
        return tx.append(drafts);
      },
    },
  }) as Writing;
}

async function inWorkspace(
  store: Store,
  nowMs: number,
  work: (tx: Writing) => Promise<void>,
): Promise<void> {
  await store.write({ workspace: 'acme', agent: 'tester', nowMs }, async (tx) => {
    if (tx.head === 0) await tx.append([initializeWorkspace()]);
    await work(tx);
  });
}

const STEPS = ['Read', 'Write'].map((title) => ({
  title,
  success_criteria: ['It holds'],
  tests: ['npm test'],
}));

async function createdTask(tx: Writing): Promise<Committed> {
  sure(await commitMoves(tx, undefined, createPlan('PLAN-001', NOW, { title: 'All' })));
  let steps = 0;
  const request = { title: 'Read numbers', parent: 'PLAN-001', steps: STEPS };
  const { moves } = sure(createTask('TASK-001', NOW, request, () => `STEP-0000000${++steps}`));
  return sure(await commitMoves(tx, undefined, moves));
}

function closing(target: Target, note: string): readonly Move[] {
  const placed = firstOpen(target);
  if (!placed) throw new Error('no step is open');
  const advance = { mentions: GATE, note, proof: PROOF, nowMs: 2 * NOW };
  return sure(advanceStep(target, placed, advance));
}

describe.each(ENGINES)('moves on $name', (engine) => {
  it('[TA54] note, proof, confirmation and close are appended at once', async () => {
    await withStore(engine, async (store) => {
      await inWorkspace(store, NOW, async (tx) => void (await createdTask(tx)));
      await inWorkspace(store, 2 * NOW, async (tx) => {
        const appends: string[][] = [];
        const target = (await tx.targets.byId('TASK-001')) as Target;
        sure(await commitMoves(watched(tx, appends), target, closing(target, 'So it is.')));
        expect(appends).toHaveLength(1);
        expect(appends[0]).toEqual([
          ...['step_noted', 'evidence_captured', 'step_verified', 'step_done'],
          ...['note_committed', 'note_committed'],
        ]);
      });
    });
  });

  it('[TA54] the stored target is the one that the moves lead to', async () => {
    await withStore(engine, async (store) => {
      await inWorkspace(store, NOW, async (tx) => {
        const { target } = await createdTask(tx);
        expect(target).toEqual(await tx.targets.byId('TASK-001'));
      });
      await inWorkspace(store, 2 * NOW, async (tx) => {
        const before = (await tx.targets.byId('TASK-001')) as Target;
        const first = closing(before, 'One.');
        const after = (first.at(-1) as Move).after;
        const second = closing(after, 'Two.');
        const done = sure(completeTarget((second.at(-1) as Move).after, 'DONE'));
        const committed = sure(await commitMoves(tx, before, [...first, ...second, done]));
        expect(committed.target).toEqual(await tx.targets.byId('TASK-001'));
        expect(committed.target).toMatchObject({ updatedMs: 2 * NOW, root: { status: 'DONE' } });
        expect(committed.events.map(({ type }) => type)).toEqual([
          ...['step_noted', 'evidence_captured', 'step_verified', 'step_done'],
          ...['step_noted', 'evidence_captured', 'step_verified', 'step_done'],
          'task_completed',
        ]);
      });
    });
  });
});
