/** The view Notebooks: the list, or one notebook. */

import './notebooks.css';
import { useState } from 'preact/hooks';
import type { NotebookRow } from '../../../src/observatory/views/notebooks/notebooks-view.ts';
import { useRows } from '../../live/rows.ts';
import { openIn, pathOf, route } from '../../router.ts';
import { Age } from '../../shell/age.tsx';
import { Empty } from '../../shell/empty.tsx';
import { Said } from '../../shell/said.tsx';
import { VirtualList } from '../../shell/virtual-list.tsx';
import { Notebook } from './notebook.tsx';
import { StatusChip } from './status-chip.tsx';

export function NotebooksView() {
  const [id] = route.value.rest;
  return id === undefined ? <NotebookList /> : <Notebook key={id} id={id} />;
}

const LINE = 62;

const CALL =
  'thoughtbox_gateway {"operation":"notebook","subOperation":"create","name":"…","language":"typescript"}';

function NotebookList() {
  const { rows, isReady } = useRows<NotebookRow>('notebooks');
  const [selected, setSelected] = useState<string>();
  const notebooks = [...rows.values()].sort(
    (a, b) => b.createdMs - a.createdMs || (a.id < b.id ? -1 : 1),
  );
  if (isReady && notebooks.length === 0) {
    return (
      <Empty title="No notebooks yet" calls={[CALL]}>
        A notebook is a document whose code cells agents run, with what each run printed.
      </Empty>
    );
  }
  return (
    <div class="notebook-list">
      <VirtualList
        items={notebooks}
        keyOf={({ id }) => id}
        height={LINE}
        label="Notebooks"
        selected={selected}
        onSelect={(key) => {
          setSelected(key);
        }}
        onOpen={(key) => openIn('notebooks', key)}
        isMain
        render={(notebook) => <NotebookLine notebook={notebook} />}
      />
    </div>
  );
}

function NotebookLine({ notebook }: { readonly notebook: NotebookRow }) {
  const { id, title, language, cells, ok, failed, open, never, lastRun, atMs } = notebook;
  return (
    <div class="notebook-line">
      <div class="row">
        <a class="strong said one" dir="auto" href={notebookPath(id)} tabIndex={-1}>
          <Said text={title} />
        </a>
        <span class="grow" />
        {lastRun !== undefined && (
          <>
            <span class="tiny muted wide-only">last run</span>
            <StatusChip
              run={{
                leaseMs: lastRun.leaseMs,
                reason: lastRun.end === 'open' ? undefined : lastRun.end,
              }}
            />
          </>
        )}
        <span class="tiny muted">
          <Age atMs={atMs} />
        </span>
      </div>
      <div class="tiny muted">
        {language} · {cells} cells · {counts({ ok, failed, running: open, 'never run': never })}
      </div>
    </div>
  );
}

function notebookPath(id: string): string {
  const { workspace = '' } = route.value;
  return pathOf(workspace, 'notebooks', [id]);
}

function counts(all: Readonly<Record<string, number>>): string {
  const some = Object.entries(all).filter(([, count]) => count > 0);
  return some.map(([name, count]) => `${count} ${name}`).join(' · ');
}
