/** The projects of a workspace: how far each is, and what waits. */

import { useState } from 'preact/hooks';
import type { ProjectRow } from '../../../src/observatory/views/work/projects-view.ts';
import { useRows } from '../../live/rows.ts';
import { openIn, pathOf, route } from '../../router.ts';
import { Age } from '../../shell/age.tsx';
import { Empty } from '../../shell/empty.tsx';
import { Said } from '../../shell/said.tsx';
import { VirtualList } from '../../shell/virtual-list.tsx';
import { FIRST_CALLS } from './first-calls.ts';
import { STATES } from './work-state.tsx';

const ROW = 92;

export function Projects() {
  const { rows, isReady } = useRows<ProjectRow>('projects');
  const [selected, setSelected] = useState<string>();
  if (rows.size === 0) {
    if (!isReady) return null;
    return (
      <Empty title="No work yet" calls={FIRST_CALLS}>
        A project is a tree of work that agents plan, claim and finish. An agent creates one with
        its first parts:
      </Empty>
    );
  }
  const sorted = [...rows.values()].sort((a, b) => b.changedMs - a.changedMs);
  return (
    <div class="work-projects">
      <VirtualList
        items={sorted}
        keyOf={({ key }) => key}
        height={ROW}
        label="Projects"
        selected={selected}
        onSelect={setSelected}
        onOpen={(key) => openIn('work', key)}
        render={(row) => <ProjectCard row={row} />}
        isMain
      />
    </div>
  );
}

function ProjectCard({ row }: { readonly row: ProjectRow }) {
  const { workspace = '' } = route.value;
  return (
    <a class="project" href={pathOf(workspace, 'work', [row.key])} tabIndex={-1}>
      <span class="row">
        <strong class="work-name">
          <Said text={row.key} as="one" />
        </strong>
        <span class="grow" />
        <span class="muted tiny">
          last change <Age atMs={row.changedMs} />
        </span>
      </span>
      <Said text={row.summary} as="one" class="muted small" />
      <Counts row={row} />
    </a>
  );
}

/** A share of all, and the numbers behind it. */
export function Counts({ row }: { readonly row: ProjectRow }) {
  const { total, resolved, ready, claimed, blocked } = row;
  const share = total === 0 ? 0 : (100 * resolved) / total;
  const counts = [
    ['actionable', ready],
    ['claimed', claimed],
    ['blocked', blocked],
  ] as const;
  return (
    <span class="row counts">
      <span class="bar" aria-hidden="true">
        <i style={{ width: `${share}%` }} />
      </span>
      <span class="small">
        {resolved} of {total} done
      </span>
      {counts.map(([state, count]) => (
        <span key={state} class={`chip ${count === 0 ? '' : STATES[state].tone}`}>
          <i aria-hidden="true">{STATES[state].icon}</i> {count} {STATES[state].word}
        </span>
      ))}
    </span>
  );
}
