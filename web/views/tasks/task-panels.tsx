/** What Tasks opens in the panel: a step, and the evidence for it. */

import type { StepDetailRow } from '../../../src/observatory/views/tasks/step-view.ts';
import type { CheckpointRow } from '../../../src/observatory/views/tasks/task-signs.ts';
import { useRows } from '../../live/rows.ts';
import { pathOf, route } from '../../router.ts';
import { At } from '../../shell/age.tsx';
import { Empty } from '../../shell/empty.tsx';
import { openPanel, type PanelKinds } from '../../shell/panel.tsx';
import { Said } from '../../shell/said.tsx';
import { RememberedAbout } from '../remembered/remembered-about.tsx';
import { EvidenceDetail } from './evidence-detail.tsx';
import { Status } from './status.tsx';
import { checkpointWords, statusOf } from './step-line.tsx';
import { partsOf } from './step-ref.ts';

function StepDetail({ id }: { readonly id: string }) {
  const { task, step = '' } = partsOf(id);
  const { rows, isReady } = useRows<StepDetailRow>('step', { task, step });
  const row = rows.get('step');
  if (!row) return isReady ? <Empty title="This step does not exist any more" /> : null;
  return (
    <>
      <p class="small muted">
        <a href={pathOf(route.value.workspace ?? '', 'tasks', [task])}>
          <span class="mono">{task}</span> <Said text={row.taskTitle} />
        </a>
      </p>
      <h2>
        <Said text={row.title} />
      </h2>
      <div class="task-facts">
        <Status status={statusOf(row)} />
        {row.doneMs !== undefined && (
          <span class="small muted">
            {row.doneBy !== undefined && <Said text={`${row.doneBy} · `} />}
            <At atMs={row.doneMs} />
          </span>
        )}
        <span class="mono muted path">{row.path}</span>
      </div>
      {row.blocked && <Blocked row={row} />}
      <section>
        <h3>Checkpoints</h3>
        <ul class="checkpoints">
          {row.checkpoints.map((each) => (
            <Checkpoint key={each.kind} checkpoint={each} id={id} />
          ))}
        </ul>
      </section>
      <Texts title="Success criteria" texts={row.criteria} />
      <Texts title="Tests" texts={row.tests} />
      <Texts title="Blockers" texts={row.blockers} />
      <Nodes row={row} />
      {row.evidence > 0 && (
        <section>
          <button type="button" class="button" onClick={() => openPanel('evidence', id)}>
            Show {row.evidence} {row.evidence === 1 ? 'piece' : 'pieces'} of evidence
          </button>
        </section>
      )}
      <RememberedAbout id={step} />
      <Notes row={row} />
    </>
  );
}

function Blocked({ row: { reason, blockedSign } }: { readonly row: StepDetailRow }) {
  return (
    <p class="blocked">
      <b>⊘ Blocked</b>
      {reason !== undefined && (
        <>
          : <Said text={reason} />
        </>
      )}
      {blockedSign && (
        <span class="small">
          {' '}
          (<Said text={blockedSign.by} />, <At atMs={blockedSign.atMs} />)
        </span>
      )}
    </p>
  );
}

function Checkpoint({
  checkpoint,
  id,
}: {
  readonly checkpoint: CheckpointRow;
  readonly id: string;
}) {
  const { confirmed, required, proof, evidence } = checkpoint;
  return (
    <li>
      <span class={`chip ${confirmed ? 'good' : ''}`}>
        <Said text={checkpointWords({ ...checkpoint, evidence: [] })} />
      </span>
      <span class="small muted">
        {confirmed ? '' : required ? 'required' : 'not required'}
        {proof !== undefined && ` proof: ${proof}`}
      </span>
      {evidence.length > 0 && (
        <button type="button" class="chip accent" onClick={() => openPanel('evidence', id)}>
          evidence {evidence.length}
        </button>
      )}
    </li>
  );
}

function Texts({ title, texts }: { readonly title: string; readonly texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul class="texts">
        {texts.map((text) => (
          <li key={text}>
            <Said as="lines" text={text} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Nodes({ row: { nodes } }: { readonly row: StepDetailRow }) {
  if (nodes.length === 0) return null;
  return (
    <section>
      <h3>Inside this step</h3>
      <ul class="inside">
        {nodes.map((node) => (
          <li key={node.path}>
            <Status status={node.blocked && node.status !== 'DONE' ? 'BLOCKED' : node.status} />
            <Said text={node.title} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Notes({ row: { notes, moreNotes } }: { readonly row: StepDetailRow }) {
  if (notes.length + moreNotes === 0) return null;
  return (
    <section>
      <h3>Notes</h3>
      <ul class="notes-of-step">
        {notes.map((note) => (
          <li key={note.seq}>
            <span class="small muted">
              <Said text={note.by} /> · <At atMs={note.atMs} />
            </span>
            <Said as="lines" text={note.more ? `${note.text}…` : note.text} />
          </li>
        ))}
      </ul>
      {moreNotes > 0 && <p class="muted small">{moreNotes} older in the notes of the task</p>}
    </section>
  );
}

export const TASK_PANELS: PanelKinds = {
  step: { title: 'Step', Detail: StepDetail },
  evidence: { title: 'Evidence', Detail: EvidenceDetail },
};
