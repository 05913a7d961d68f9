/** One cell of a notebook: what it says, and what its last run printed. */

import { useState } from 'preact/hooks';
import type { CellRow, CellRun } from '../../../src/observatory/views/notebooks/cells-view.ts';
import { Age } from '../../shell/age.tsx';
import { Markdown } from '../../shell/markdown.tsx';
import { openedIn, openPanel } from '../../shell/panel.tsx';
import { Said, visible } from '../../shell/said.tsx';
import { durationText, folded, lineNumbers } from './run-state.ts';
import { StatusChip } from './status-chip.tsx';

interface CellProps {
  readonly cell: CellRow;
  readonly notebook: string;
  readonly item: object;
}

export function Cell({ cell, notebook, item }: CellProps) {
  const { id, type, text, more, run } = cell;
  const isOpen = openedIn('cell') === `${notebook}:${id}`;
  const open = () => openPanel('cell', `${notebook}:${id}`);
  return (
    <section
      class={`cell ${type === 'package.json' ? 'code' : type} ${isOpen ? 'open' : ''}`}
      aria-label={`Cell ${cell.position + 1}, ${cell.filename ?? type}`}
      aria-current={isOpen ? 'true' : undefined}
      {...item}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
        event.preventDefault();
        open();
      }}
    >
      <CellHead cell={cell} onOpen={open} />
      {type === 'title' && <Said text={text} class="cell-title" />}
      {type === 'markdown' && <Markdown text={text} />}
      {(type === 'code' || type === 'package.json') && <Code text={text} />}
      {more && (
        <button type="button" class="button bare" onClick={open}>
          Show all of it
        </button>
      )}
      {run && <Output run={run} most={OUTPUT_LINES} onAll={open} />}
    </section>
  );
}

const OUTPUT_LINES = 12;

function CellHead({ cell, onOpen }: { readonly cell: CellRow; onOpen(): void }) {
  const { position, type, filename, language, run, outdated, revision } = cell;
  const isFile = type === 'code' || type === 'package.json';
  return (
    <div class="cell-head">
      <button type="button" class="button bare cell-name" onClick={onOpen} tabIndex={-1}>
        <span class="muted">{position + 1}</span>{' '}
        {filename === undefined ? (
          type
        ) : (
          <span class="mono">
            <Said text={filename} />
          </span>
        )}
      </button>
      {isFile && <StatusChip run={run} />}
      {outdated && (
        <span class="chip warn" title="The cell was changed after its last run began">
          ≠ changed since
        </span>
      )}
      <span class="grow" />
      {run && <RunFacts run={run} />}
      {language !== undefined && <span class="tiny muted">{language}</span>}
      {revision > 1 && <span class="tiny muted">revision {revision}</span>}
    </div>
  );
}

function RunFacts({ run }: { readonly run: CellRun }) {
  const { by, ms, runtime, startedMs } = run;
  return (
    <span class="tiny muted">
      {ms !== undefined && `${durationText(ms)} · `}
      {by !== undefined && (
        <>
          <Said text={by} /> ·{' '}
        </>
      )}
      {runtime !== undefined && `${runtime} · `}
      <Age atMs={startedMs} />
    </span>
  );
}

/** Numbers and lines are two texts beside each other: a line of its own for each would be slow. */
export function Code({ text }: { readonly text: string }) {
  return (
    <div class="code-box">
      <pre class="code-numbers" aria-hidden="true">
        {lineNumbers(text)}
      </pre>
      <pre class="code-text" dir="ltr">
        {visible(text)}
      </pre>
    </div>
  );
}

interface OutputProps {
  readonly run: CellRun;
  /** Lines before it is folded. */
  readonly most: number;
  onAll(): void;
}

export function Output({ run, most, onAll }: OutputProps) {
  const { stdout, stderr, message, exit, signal, more } = run;
  const ended = [
    ...(exit === undefined || exit === 0 || message !== undefined ? [] : [`exit code ${exit}`]),
    ...(signal === undefined ? [] : [`signal ${signal}`]),
  ];
  return (
    <>
      {message !== undefined && (
        <p class="small run-message">
          ✕ <Said text={message} />
        </p>
      )}
      {ended.length > 0 && <p class="tiny muted">{ended.join(' · ')}</p>}
      {stdout !== undefined && <Printed name="stdout" text={stdout} most={most} />}
      {stderr !== undefined && <Printed name="stderr" text={stderr} most={most} />}
      {more && (
        <button type="button" class="button bare" onClick={onAll}>
          Show everything it printed
        </button>
      )}
    </>
  );
}

function Printed({
  name,
  text,
  most,
}: {
  readonly name: 'stdout' | 'stderr';
  readonly text: string;
  readonly most: number;
}) {
  const [isWhole, setWhole] = useState(false);
  const beginning = folded(text, most);
  const isLong = beginning.lines > most;
  return (
    <div class={`printed ${name}`}>
      <span class="tiny printed-name">{name}</span>
      <pre dir="ltr">{visible(isWhole ? text : beginning.text)}</pre>
      {isLong && (
        <button
          type="button"
          class="button bare"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Fold' : `Show all ${beginning.lines} lines`}
        </button>
      )}
    </div>
  );
}
