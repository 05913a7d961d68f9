/** The evidence for a step, or for a plan or task: what was run, changed or seen. */

import type {
  EvidenceItem,
  EvidenceRow,
  EvidenceText,
} from '../../../src/observatory/views/tasks/evidence-view.ts';
import { useRows } from '../../live/rows.ts';
import { At } from '../../shell/age.tsx';
import { CopyButton } from '../../shell/copy.tsx';
import { Empty } from '../../shell/empty.tsx';
import { openPanel } from '../../shell/panel.tsx';
import { Said, visible } from '../../shell/said.tsx';
import { UnseenDot } from '../../unseen-dot.tsx';
import { partsOf } from './step-ref.ts';

export function EvidenceDetail({ id }: { readonly id: string }) {
  const { rows, isReady } = useRows<EvidenceRow>('evidence', partsOf(id));
  const captures = [...rows.values()].sort((a, b) => b.seq - a.seq);
  const { task, step } = partsOf(id);
  return (
    <>
      <p class="small row">
        <span class="mono muted">{task}</span>
        {step !== undefined && (
          <button type="button" class="button" onClick={() => openPanel('step', id)}>
            Back to the step
          </button>
        )}
      </p>
      {isReady && captures.length === 0 && (
        <Empty title="No evidence yet">
          An agent captures it by <code>tasks_evidence_capture</code>.
        </Empty>
      )}
      {captures.map((row) => (
        <Capture key={row.key} row={row} isAlone={step !== undefined} />
      ))}
    </>
  );
}

function Capture({ row, isAlone }: { readonly row: EvidenceRow; readonly isAlone: boolean }) {
  return (
    <article class="capture">
      <header class="task-facts">
        <UnseenDot seq={row.seq} />
        <b>
          <Said text={row.by} />
        </b>
        <span class="muted small">
          <At atMs={row.atMs} />
        </span>
        {!isAlone && row.path !== undefined && <span class="mono muted path">{row.path}</span>}
        {row.checkpoints.map((kind) => (
          <span key={kind} class="chip good">
            for {kind}
          </span>
        ))}
      </header>
      {row.checks.map((check) => (
        <p key={check} class="check">
          <Linked text={check} />
        </p>
      ))}
      {row.items.map((item, at) => (
        <Item key={`${row.key}/${at}`} item={item} />
      ))}
      {row.attachments.map((attachment) => (
        <p key={attachment} class="check">
          <Linked text={attachment} />
        </p>
      ))}
    </article>
  );
}

function Item({ item }: { readonly item: EvidenceItem }) {
  return (
    <div class="artifact">
      <span class="small muted" hidden={item.texts[0]?.name === item.kind}>
        {item.kind.replace('_', ' ')}{' '}
        {item.exitCode !== undefined && (
          <span class={`chip ${item.exitCode === 0 ? 'good' : 'bad'}`}>
            {item.exitCode === 0 ? '✓' : '✕'} exit {item.exitCode}
          </span>
        )}
      </span>
      {item.texts.map((each) => (
        <ItemText key={each.name} text={each} />
      ))}
    </div>
  );
}

function ItemText({ text: { name, text, more } }: { readonly text: EvidenceText }) {
  if (name === 'url' || name === 'external_uri') return <Linked text={text} />;
  return (
    <figure>
      <figcaption class="row tiny muted">
        <span class="grow">{name}</span>
        <CopyButton text={text} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <pre tabIndex={0} dir="auto" aria-label={name}>
        {name === 'diff' ? <Diff text={text} /> : visible(text)}
      </pre>
      {more && <p class="small muted">Cut here; the whole text is in the journal.</p>}
    </figure>
  );
}

/** A long difference is shown without colours: each of its lines would be an element. */
const MAX_LINES = 3_000;

function Diff({ text }: { readonly text: string }) {
  const lines = visible(text).trimEnd().split('\n');
  if (lines.length > MAX_LINES) return <>{lines.join('\n')}</>;
  const tone = (line: string) => {
    if (line.startsWith('+')) return 'added';
    return line.startsWith('-') ? 'removed' : '';
  };
  return (
    <>
      {lines.map((line, at) => (
        <span key={`${at}`} class={`diff-line ${tone(line)}`}>
          {line}
          {'\n'}
        </span>
      ))}
    </>
  );
}

const ADDRESS = /https?:\/\/[^\s<>"']+/;

/** A link of an agent, if it is one: the host is shown before it is followed. */
function Linked({ text }: { readonly text: string }) {
  const address = ADDRESS.exec(text)?.[0];
  const host = address === undefined ? undefined : hostOf(address);
  if (address === undefined || host === undefined) return <Said as="lines" text={text} />;
  return (
    <span>
      <Said as="lines" text={text} />{' '}
      <a href={address} target="_blank" rel="noreferrer noopener">
        open {host} ↗
      </a>
    </span>
  );
}

function hostOf(address: string): string | undefined {
  try {
    return new URL(address).host;
  } catch {
    return undefined;
  }
}
