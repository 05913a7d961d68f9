/** Decisions about notebooks and their cells; docs/spec/notebooks.md. */

import { describe, expect, it } from 'vitest';
import { jsonBytes } from '../../kernel/json.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { createNotebook, entitled, titleIn } from './create-notebook.ts';
import { addCell, deleteCell, moveCell, updateCell } from './edit-notebook.ts';
import { exportPart } from './export-part.ts';
import type { CellOutline, CellText, NotebookOutline, StoredCell } from './notebook.ts';
import { toSrcMd } from './src-md.ts';

const CELLS: readonly CellOutline[] = [
  { id: 't', type: 'title', position: 0, revision: 1 },
  { id: 'p', type: 'package.json', filename: 'package.json', position: 1, revision: 1 },
  { id: 'c', type: 'code', filename: 'A.js', language: 'javascript', position: 2, revision: 3 },
];
const NOTEBOOK: NotebookOutline = {
  ...{ seq: 1, id: 'n', title: 'T', language: 'typescript', cellCount: 3, cells: CELLS },
  ...{ createdMs: 1, updatedMs: 1 },
};
const ids = () => {
  let last = 0;
  return () => `id${++last}`;
};
const add = (request: object) =>
  addCell(NOTEBOOK, { notebookId: 'n', type: 'code', content: 'x', ...request }, ids());

function stored(id: string, content: string): StoredCell {
  const cell = CELLS.find((each) => each.id === id);
  if (!cell) throw new Error(`no cell ${id}`);
  return { ...cell, notebook: 'n', content, changedSeq: 1 };
}

describe('a new notebook', () => {
  it('[NB3] is named by its first title cell, if that is a line', () => {
    const title = (content: string): CellText => ({ type: 'title', content });
    const prose: CellText = { type: 'markdown', content: 'm' };
    expect(titleIn([prose, title(' One '), title('Two')])).toBe('One');
    for (const cells of [[], [prose], [title('')], [title('a\nb')]]) {
      expect(titleIn(cells)).toBe('Untitled');
    }
    const text = { language: 'javascript', cells: [prose, title('a'), title('b')] } as const;
    expect(entitled(text, 'New').cells).toEqual([prose, title('New'), title('b')]);
  });

  it('[NB1] has ids of its own for itself and each cell', () => {
    const cells: readonly CellText[] = [{ type: 'markdown', content: 'm' }];
    const made = createNotebook({ language: 'javascript', tsconfig: '{}', cells }, ids());
    expect(made.draft).toEqual({
      type: 'notebook_created',
      entity: 'notebook:id1',
      payload: {
        ...{ id: 'id1', title: 'Untitled', language: 'javascript', tsconfig: '{}' },
        cells: [{ id: 'id2', type: 'markdown', content: 'm' }],
      },
    });
  });
});

describe('a new cell', () => {
  it('[NB8] gets the language and the file name that it does not name', () => {
    const made = (request: object) => {
      const added = add(request);
      if (isRefusal(added)) throw new Error(added.message);
      const { filename, language } = added.cell;
      return [filename, language];
    };
    expect(made({})).toEqual(['cell-1.ts', 'typescript']);
    expect(made({ language: 'javascript' })).toEqual(['cell-1.js', 'javascript']);
    expect(made({ filename: 'b.mjs' })).toEqual(['b.mjs', 'javascript']);
    expect(made({ type: 'markdown' })).toEqual([undefined, undefined]);
  });

  it('[NB8] goes to the end, to a position, or behind another cell', () => {
    const at = (request: object) => {
      const added = add(request);
      return isRefusal(added) ? added.message : added.position;
    };
    expect([at({}), at({ position: 0 }), at({ position: 3 })]).toEqual([3, 0, 3]);
    expect([at({ afterCellId: 't' }), at({ afterCellId: 'a.JS' })]).toEqual([1, 3]);
    expect(at({ position: 4 })).toContain('at most 3');
    expect(at({ position: 1, afterCellId: 't' })).toContain('not both');
    expect(at({ afterCellId: 'nobody' })).toContain('no cell "nobody"');
  });

  it('[NB8] that breaks a rule is refused with what would be accepted', () => {
    const reason = (request: object) => {
      const refusal = add(request);
      if (!isRefusal(refusal)) throw new Error('it was accepted');
      return refusal.reason;
    };
    const notAccepted = { kind: 'cell_not_accepted', notebook: 'n', does: 'add_cell' };
    const cases: readonly (readonly [object, object | undefined])[] = [
      [{ filename: 'a.js' }, { filename: 'a-2.js' }],
      [{ filename: '../b.js' }, { filename: 'b.js' }],
      [
        { type: 'markdown', filename: 'b.js' },
        { filename: undefined, language: undefined },
      ],
      [{ type: 'title', content: 'a\nb' }, { content: '<fill: one line>' }],
      [{ content: 'x'.repeat(100_001) }, { content: '<fill: a part of it>' }],
      [{ type: 'package.json', content: '{}' }, undefined],
    ];
    for (const [request, correction] of cases) {
      expect(reason(request)).toMatchObject(notAccepted);
      expect(reason(request)).toHaveProperty('correction', correction);
    }
    const cells = Array.from({ length: 200 }, (_, position) => ({
      ...{ id: `${position}`, type: 'markdown', position, revision: 1 },
    })) as CellOutline[];
    const full = { ...NOTEBOOK, cells, cellCount: 200 };
    const request = { notebookId: 'n', type: 'markdown', content: 'x' } as const;
    expect(addCell(full, request, ids())).toMatchObject({ reason: { kind: 'notebook_full' } });
  });
});

describe('a changed cell', () => {
  const update = (id: string, request: object) =>
    updateCell(NOTEBOOK, stored(id, 'x'), { notebookId: 'n', cellId: id, ...request });

  it('[NB9] keeps what the call does not name; a new file name decides the language', () => {
    const result = (id: string, request: object) => {
      const changed = update(id, request);
      return isRefusal(changed) ? changed.message : changed.after;
    };
    expect(result('c', { content: 'y' })).toMatchObject({ content: 'y', filename: 'A.js' });
    expect(result('c', { filename: 'b.ts' })).toMatchObject({
      content: 'x',
      language: 'typescript',
    });
    expect(result('c', { filename: 'a.js' })).toMatchObject({ filename: 'a.js' });
    expect(result('c', { language: 'typescript' })).toContain('filename');
    expect(result('t', { filename: 'b.ts' })).toContain('no file name');
    expect(result('c', {})).toContain('content: ');
  });

  it('[NB9] that is the same enters nothing; the first title names the notebook', () => {
    expect(update('c', { content: 'x', filename: 'A.js' })).toMatchObject({ draft: undefined });
    expect(update('t', { content: 'New' })).toMatchObject({
      draft: { payload: { cell: { id: 't', content: 'New' }, title: 'New' } },
    });
    const changed = update('c', { content: 'y' });
    expect(isRefusal(changed) ? {} : changed.draft?.payload).not.toHaveProperty('title');
  });

  it('[NB10] is guarded by the revision that the caller expects', () => {
    expect(isRefusal(update('c', { content: 'y', expected_revision: 3 }))).toBe(false);
    const stale = { code: 'REVISION_MISMATCH', message: 'expected=2 actual=3' };
    expect(update('c', { content: 'y', expected_revision: 2 })).toMatchObject(stale);
    expect(deleteCell(NOTEBOOK, stored('c', 'x'), 2)).toMatchObject(stale);
    expect(deleteCell(NOTEBOOK, stored('c', 'x'), 3)).toMatchObject({
      type: 'notebook_cell_removed',
    });
  });

  it('[NB11] is moved to where it is afterwards', () => {
    const move = (id: string, request: object) => {
      const moved = moveCell(NOTEBOOK, stored(id, 'x'), {
        notebookId: 'n',
        cellId: id,
        ...request,
      });
      return isRefusal(moved) ? moved.message : [moved.after, moved.draft !== undefined];
    };
    expect(move('c', { position: 0 })).toEqual([0, true]);
    expect(move('t', { position: 2 })).toEqual([2, true]);
    expect(move('t', { afterCellId: 'c' })).toEqual([2, true]);
    expect(move('c', { afterCellId: 'p' })).toEqual([2, false]);
    expect(move('c', { position: 3 })).toContain('at most 2');
    expect(move('c', {})).toContain('required');
    expect(move('c', { afterCellId: 'c' })).toContain('no cell "c"');
  });
});

describe('a part of an export', () => {
  const cells: readonly CellText[] = [
    { type: 'title', content: 'T' },
    ...['m', '# h', 'n', 'x'.repeat(400), ''].map(
      (content): CellText => ({
        type: 'markdown',
        content,
      }),
    ),
    { type: 'code', content: '```\n1', filename: 'a.js', language: 'javascript' },
  ];
  const notebook = { language: 'javascript', cells } as const;

  it('[NB15] joined with the others is the whole, wherever it is divided', () => {
    const counts: number[] = [];
    for (const most of [0, 60, 150, 500, 10_000]) {
      const parts: string[] = [];
      for (let at = 0; at < cells.length; ) {
        const rest = { ...notebook, cells: cells.slice(at) };
        const { content, count } = exportPart(rest, cells[at - 1], most);
        if (count > 1) expect(jsonBytes(content)).toBeLessThanOrEqual(most);
        expect(count).toBeGreaterThan(0);
        parts.push(content);
        at += count;
      }
      expect(parts.join('')).toBe(toSrcMd(notebook));
      counts.push(parts.length);
    }
    expect([counts[0], counts.at(-1)]).toEqual([7, 1]);
    expect(counts[2]).toBeGreaterThan(1);
    expect(counts[2]).toBeLessThan(7);
    const empty = { ...notebook, cells: [] };
    expect(exportPart(empty, undefined, 100)).toEqual({ content: toSrcMd(empty), count: 0 });
    expect(exportPart(empty, cells[0], 100)).toEqual({ content: '', count: 0 });
  });
});
