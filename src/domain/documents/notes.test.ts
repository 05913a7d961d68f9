/** Notes, outlines and views of entries, named by the rules in docs/spec/branches-and-notes.md. */

import { describe, expect, it } from 'vitest';
import type { JournalEvent } from '../journal/event.ts';
import { targetId, targetKind } from '../targets/target-ref.ts';
import { commitNote } from './commit-note.ts';
import { documentNames } from './document.ts';
import { entryView } from './entry-view.ts';
import { fillTemplate, NOTE_TEMPLATES } from './note-template.ts';

describe('an outline', () => {
  const headings = (text: string) =>
    text.split('\n').flatMap((line) => (line.startsWith('## ') ? [line.slice(3)] : []));

  it('[BN26] of an initiative has nine headings in order', () => {
    expect(headings(fillTemplate('initiative', undefined))).toEqual([
      'Goal',
      'Scope',
      'Constraints',
      'Success',
      'Risks',
      'Milestones',
      'Evidence',
      'Open questions',
      'Next action',
    ]);
  });

  it('[BN26] of a decision has four', () => {
    expect(fillTemplate('decision', 'Which queue?')).toBe(
      '## Context\nWhich queue?\n\n## Options\n-\n\n## Decision\n-\n\n## Consequences\n-',
    );
  });

  it.each(NOTE_TEMPLATES)(
    '[BN26] of a %s has the goal under its first heading only',
    (template) => {
      const filled = fillTemplate(template, 'Ship it 🧭');
      expect(filled.split('Ship it 🧭')).toHaveLength(2);
      expect(filled.split('\n')[1]).toBe('Ship it 🧭');
      expect(filled.replace('Ship it 🧭', '-')).toBe(fillTemplate(template, undefined));
      expect(fillTemplate(template, '')).toBe(fillTemplate(template, undefined));
    },
  );
});

describe('a note', () => {
  const place = { branch: 3, doc: 'notes' };

  it('[BN16] is stored exactly as given', () => {
    expect(commitNote({ ...place, content: 'x' })).toEqual({
      type: 'note_committed',
      entity: 'branch:3',
      branch: 3,
      doc: 'notes',
      payload: { content: 'x' },
    });
    const all = { content: ' x ', title: 'T', format: 'md', meta: { a: [1] } };
    expect(commitNote({ ...place, ...all, target: 'TASK-001' })).toMatchObject({
      entity: 'TASK-001',
      payload: all,
    });
  });

  it.each(['', ' ', '\n\t '])('[BN17] of %j is refused', (content) => {
    expect(commitNote({ ...place, content })).toMatchObject({ code: 'INVALID_INPUT' });
  });
});

describe('an entry', () => {
  const at = { seq: 5, tsMs: Date.UTC(2026, 0, 5), agent: 'a' };
  const shown = { seq: 5, ts: '2026-01-05T00:00:00.000Z', ts_ms: at.tsMs };

  it('[BN16] of a note shows the fields of the note, and no others', () => {
    const note: JournalEvent = {
      ...at,
      type: 'note_committed',
      entity: 'branch:1',
      branch: 1,
      doc: 'notes',
      payload: { content: 'x', title: 'T' },
    };
    expect(entryView(note)).toEqual({ ...shown, kind: 'note', title: 'T', content: 'x' });
  });

  it.each([
    ['TASK-001', { task_id: 'TASK-001' }],
    ['workspace', {}],
  ])(
    '[BN21] that is not a note shows its event, and a task only if it has one: %s',
    (entity, more) => {
      const event: JournalEvent = {
        ...at,
        type: 'focus_changed',
        entity,
        payload: { from: null, to: 'TASK-001' },
      };
      expect(entryView(event)).toEqual({
        ...shown,
        kind: 'event',
        event_id: 'evt_0000000000000005',
        event_type: 'focus_changed',
        ...more,
      });
    },
  );
});

describe('a target', () => {
  it('[BN22] has documents of its own; without a target, the default names are used', () => {
    expect(documentNames('TASK-001')).toEqual({
      notes: 'notes',
      graph: 'TASK-001-graph',
      trace: 'TASK-001-trace',
    });
    expect(documentNames(undefined)).toEqual({ notes: 'notes', graph: 'graph', trace: 'trace' });
  });

  it('[CA22] is named by its id, alone or with its kind', () => {
    expect(targetId('TASK-001')).toBe('TASK-001');
    expect(targetId({ id: 'PLAN-002' })).toBe('PLAN-002');
    expect(targetId({ id: 'PLAN-002', kind: 'plan' })).toBe('PLAN-002');
    expect(targetKind('TASK-001')).toBe('task');
  });

  it('[CA22] whose kind contradicts its id is refused', () => {
    expect(targetId({ id: 'PLAN-002', kind: 'task' })).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'target.kind: PLAN-002 is a plan',
    });
  });
});
