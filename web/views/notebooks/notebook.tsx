/** One notebook: its cells in order, as a document. */

import { useEffect, useRef } from 'preact/hooks';
import type { CellRow } from '../../../src/observatory/views/notebooks/cells-view.ts';
import type { NotebookDetailRow } from '../../../src/observatory/views/notebooks/notebooks-view.ts';
import { useRows } from '../../live/rows.ts';
import { pathOf, route } from '../../router.ts';
import { Age } from '../../shell/age.tsx';
import { Empty } from '../../shell/empty.tsx';
import { openPanel } from '../../shell/panel.tsx';
import { useRoving } from '../../shell/roving.ts';
import { Said } from '../../shell/said.tsx';
import { Cell } from './cell.tsx';

export function Notebook({ id }: { readonly id: string }) {
  const { rows, isReady } = useRows<NotebookDetailRow>('notebook', { id });
  const notebook = rows.get(id);
  if (!notebook) {
    return isReady ? <Empty title="There is no such notebook">It was deleted.</Empty> : null;
  }
  return (
    <div class="notebook">
      <NotebookHead notebook={notebook} />
      <Cells id={id} title={notebook.title} />
    </div>
  );
}

function NotebookHead({ notebook }: { readonly notebook: NotebookDetailRow }) {
  const { title, language, cells, packages, atMs, tsconfig } = notebook;
  const { workspace = '' } = route.value;
  return (
    <header class="notebook-head">
      <p class="small">
        <a href={pathOf(workspace, 'notebooks')}>Notebooks</a>
      </p>
      <h1>
        <Said text={title} />
      </h1>
      <p class="small muted">
        {language} · {cells} cells · changed <Age atMs={atMs} after=" ago" />
      </p>
      {packages.length > 0 && (
        <p class="small muted">
          Installed:{' '}
          {packages.map((each) => (
            <span key={each} class="chip mono">
              <Said text={each} />
            </span>
          ))}
        </p>
      )}
      {tsconfig !== undefined && (
        <details class="small muted">
          <summary>tsconfig.json</summary>
          <pre>
            <Said as="lines" text={tsconfig} />
          </pre>
        </details>
      )}
    </header>
  );
}

/** The head shows the title. All cells are in the document, but the browser lays out only those that are near. */
function Cells({ id, title }: { readonly id: string; readonly title: string }) {
  const { rows, isReady } = useRows<CellRow>('cells', { notebook: id });
  const box = useRef<HTMLDivElement>(null);
  const named = route.value.rest[1];
  const cells = [...rows.values()]
    .filter(({ type, text }) => type !== 'title' || text !== title)
    .sort((a, b) => a.position - b.position);
  const roving = useRoving(box, named ?? cells[0]?.id, true);
  useEffect(() => {
    // Once, when the address is opened: later changes move nothing.
    if (!isReady || named === undefined) return;
    const cell = box.current?.querySelector(`[data-item="${CSS.escape(named)}"]`);
    cell?.scrollIntoView({ block: 'start' });
    if (cell && route.value.query.panel === undefined) openPanel('cell', `${id}:${named}`);
  }, [isReady, named]);
  return (
    <div class="cells" ref={box} onKeyDown={roving.onKeyDown}>
      {cells.map((cell) => (
        <Cell key={cell.id} cell={cell} notebook={id} item={roving.itemProps(cell.id)} />
      ))}
    </div>
  );
}
