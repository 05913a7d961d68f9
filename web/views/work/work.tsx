/** Work: the projects, and one project as an outline, a map, all of it, its claims or its queue. */

import './work.css';
import type { ProjectRow } from '../../../src/observatory/views/work/projects-view.ts';
import { type KeyAction, useKeys } from '../../keys.ts';
import { useRows } from '../../live/rows.ts';
import { changeQuery, navigate, pathOf, route } from '../../router.ts';
import { openedIn } from '../../shell/panel.tsx';
import { Said } from '../../shell/said.tsx';
import { AllLens } from './all-lens.tsx';
import { ClaimsLens } from './claims-lens.tsx';
import { MapLens } from './map-lens.tsx';
import { Outline } from './outline.tsx';
import { Counts, Projects } from './projects.tsx';
import { ReadyLens } from './ready-lens.tsx';

export interface LensProps {
  readonly project: string;
  readonly selected: string | undefined;
  select(id: string): void;
  open(id: string): void;
}

const LENSES = [
  { name: 'outline', title: 'Outline', key: '1', Content: Outline },
  { name: 'map', title: 'Map', key: '2', Content: MapLens },
  { name: 'all', title: 'All', key: '3', Content: AllLens },
  { name: 'claims', title: 'Claims', key: '4', Content: ClaimsLens },
  { name: 'ready', title: 'Ready', key: '5', Content: ReadyLens },
] as const;

export function WorkView() {
  const [project] = route.value.rest;
  return project === undefined ? <Projects /> : <Project key={project} project={project} />;
}

function Project({ project }: { readonly project: string }) {
  const { workspace = '', rest, query } = route.value;
  const selected = rest[1];
  const lens = LENSES.find(({ name }) => name === query.lens) ?? LENSES[0];
  const addressOf = (node: string | undefined, changes: Readonly<Record<string, string>>) => {
    const place = node === undefined ? [project] : [project, node];
    return pathOf(workspace, 'work', place, { ...query, ...changes });
  };
  // A detail that is open follows the selection.
  const select = (id: string) => {
    const isOpen = openedIn('node') !== undefined;
    navigate(addressOf(id, isOpen ? { panel: `node:${id}` } : {}), { replaces: true });
  };
  const open = (id: string) => navigate(addressOf(id, { panel: `node:${id}` }), { replaces: true });
  useKeys([
    ...LENSES.map(
      ({ name, title, key }): KeyAction => ({
        keys: key,
        does: `show ${title}`,
        run: () => changeQuery({ lens: name }),
      }),
    ),
    { keys: 'u', does: 'up to the projects', run: () => navigate(pathOf(workspace, 'work')) },
  ]);
  return (
    <div class="work">
      <Head project={project} />
      <nav class="lenses" aria-label="Lenses">
        {LENSES.map(({ name, title, key }) => (
          <a
            key={name}
            class="button"
            href={addressOf(selected, { lens: name })}
            aria-current={name === lens.name ? 'true' : undefined}
            title={key}
          >
            {title}
          </a>
        ))}
      </nav>
      <div class="work-body">
        <lens.Content project={project} selected={selected} select={select} open={open} />
      </div>
    </div>
  );
}

function Head({ project }: { readonly project: string }) {
  const { workspace = '' } = route.value;
  const { rows } = useRows<ProjectRow>('projects');
  const row = rows.get(project);
  return (
    <div class="work-head">
      <div class="row">
        <a class="small" href={pathOf(workspace, 'work')}>
          Projects
        </a>
        <span class="muted" aria-hidden="true">
          /
        </span>
        <h1 class="work-name">
          <Said text={project} as="one" />
        </h1>
      </div>
      {row && row.summary !== project && <Said text={row.summary} as="one" class="muted small" />}
      {row && <Counts row={row} />}
    </div>
  );
}
