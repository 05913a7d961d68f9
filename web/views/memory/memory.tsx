/** The view Memory: branches at the left; notes, cards, conflicts and knowledge at the right. */

import './memory.css';
import type { BranchRow } from '../../../src/observatory/views/memory/branches-view.ts';
import type { DocumentRow } from '../../../src/observatory/views/memory/documents-view.ts';
import { useRows } from '../../live/rows.ts';
import { navigate, pathOf, route } from '../../router.ts';
import { Age } from '../../shell/age.tsx';
import { Empty } from '../../shell/empty.tsx';
import { Said } from '../../shell/said.tsx';
import { BranchList } from './branch-list.tsx';
import { type BranchMap, ownWords } from './branch-words.ts';
import { CardsTab } from './cards.tsx';
import { ConflictPage, ConflictsTab } from './conflicts.tsx';
import { EntriesTab } from './entries.tsx';
import { PatternsTab, TagsTab } from './knowledge.tsx';
import { type TabName, Tabs } from './tabs.tsx';

const TAB_NAMES: readonly TabName[] = ['notes', 'trace', 'cards', 'conflicts', 'patterns', 'tags'];

const TAB_OF = { notes: 'notes', trace: 'trace', graph: 'cards' } as const;

export function MemoryView() {
  const { rows, isReady } = useRows<BranchRow>('branches');
  const { rest } = route.value;
  const branches = [...rows.values()];
  const conflict = rest[0] === 'conflicts' ? rest[1] : undefined;
  const chosen = conflict === undefined ? chosenBranch(branches, rest[0]) : undefined;
  if (isReady && branches.length === 0) {
    return (
      <Empty title="Nothing is remembered yet" calls={['notes_commit {"content":"…"}']}>
        The first note creates the branch main.
      </Empty>
    );
  }
  return (
    <div class="memory">
      <BranchList branches={branches} selected={chosen?.id} onSelect={openBranch} />
      <div class="memory-main">
        {conflict !== undefined && <ConflictPage id={conflict} />}
        {chosen && <BranchPane key={chosen.id} branch={chosen} branches={rows} />}
        {!chosen && conflict === undefined && isReady && (
          <Empty title={`There is no branch ${rest[0]}`}>It was renamed or deleted.</Empty>
        )}
      </div>
    </div>
  );
}

/** By its name in the address; without one, the branch that is checked out. */
function chosenBranch(
  branches: readonly BranchRow[],
  named: string | undefined,
): BranchRow | undefined {
  if (named !== undefined) return branches.find(({ name }) => name === named);
  return branches.find(({ isCheckout }) => isCheckout) ?? branches[0];
}

function openBranch({ name }: BranchRow): void {
  const { workspace, query } = route.value;
  if (workspace === undefined) return;
  navigate(pathOf(workspace, 'memory', [name], { tab: query.tab, panel: query.panel }));
}

function BranchPane({
  branch,
  branches,
}: {
  readonly branch: BranchRow;
  readonly branches: BranchMap;
}) {
  const { rest, query } = route.value;
  const { rows, isReady } = useRows<DocumentRow>('documents', { branch: branch.id });
  const documents = [...rows.values()];
  const named = documents.find(({ doc }) => doc === rest[1]);
  const tab =
    TAB_NAMES.find((each) => each === query.tab) ?? (named ? TAB_OF[named.kind] : 'notes');
  const show = (to: TabName, doc?: string) => {
    const { workspace } = route.value;
    if (workspace === undefined) return;
    const rests = doc === undefined ? [branch.name] : [branch.name, doc];
    navigate(pathOf(workspace, 'memory', rests, { tab: to, panel: query.panel }));
  };
  return (
    <>
      <BranchHead branch={branch} branches={branches} />
      <Tabs tab={tab} onTab={show} />
      <div class="memory-tab" role="tabpanel" aria-label={tab}>
        {(tab === 'notes' || tab === 'trace') && (
          <EntriesTab
            key={tab}
            kind={tab}
            branch={branch}
            branches={branches}
            documents={documents}
            isReady={isReady}
            named={named?.doc}
            onDoc={(doc) => show(tab, doc)}
          />
        )}
        {tab === 'cards' && (
          <CardsTab
            branch={branch}
            documents={documents}
            isReady={isReady}
            named={named?.doc}
            onDoc={(doc) => show('cards', doc)}
          />
        )}
        {tab === 'conflicts' && <ConflictsTab />}
        {tab === 'patterns' && <PatternsTab />}
        {tab === 'tags' && <TagsTab />}
      </div>
    </>
  );
}

function BranchHead({
  branch,
  branches,
}: {
  readonly branch: BranchRow;
  readonly branches: BranchMap;
}) {
  const { name, base, cutoff, target, isCheckout, own, atMs, by } = branch;
  const below = base === undefined ? undefined : branches.get(String(base));
  const { workspace = '' } = route.value;
  return (
    <header class="memory-head">
      <h1>
        <Said text={name} />
      </h1>
      {isCheckout && <span class="chip accent">◉ checked out</span>}
      {target !== undefined && (
        <a class="chip" href={pathOf(workspace, 'tasks', [target])}>
          of {target}
        </a>
      )}
      <span class="muted small">
        {below && (
          <>
            from{' '}
            <a href={pathOf(workspace, 'memory', [below.name])}>
              <Said text={below.name} />
            </a>{' '}
            at seq {cutoff}
            {' · '}
          </>
        )}
        {ownWords(own)}
        {atMs !== undefined && (
          <>
            {' · '}
            <Said text={by ?? ''} /> <Age atMs={atMs} after=" ago" />
          </>
        )}
      </span>
    </header>
  );
}
