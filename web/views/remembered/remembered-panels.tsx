/** The details about what was remembered: the rules, one rule, and the open questions. */

import './remembered.css';
import type { ComponentChildren } from 'preact';
import type { QuestionRow } from '../../../src/observatory/views/remembered/questions-view.ts';
import type { RuleRow } from '../../../src/observatory/views/remembered/rules-view.ts';
import { pathOf, route } from '../../router.ts';
import { Age, At } from '../../shell/age.tsx';
import { Empty } from '../../shell/empty.tsx';
import { openPanel, type PanelKinds } from '../../shell/panel.tsx';
import { Said } from '../../shell/said.tsx';
import { AboutLink } from './about-link.tsx';
import { Meant } from './meant.tsx';
import { QuestionItem } from './question-items.tsx';
import { Ended, RuleItem } from './rule-items.tsx';
import { type Frozen, useFrozen } from './use-frozen.ts';
import { useQuestions, useRules } from './use-remembered.ts';

/** More are not read in a panel; Memory has all cards. */
const MAX_SHOWN = 200;

const EVERYWHERE = 'In the whole workspace';
const PARTICULAR = 'About something in particular';
const ENDED = 'No longer in force';

/** `id`: a plan or task, or empty for the workspace. */
function RulesDetail({ id }: { readonly id: string }) {
  const { rows, isReady } = useRules();
  return (
    <Meant of={id}>
      {(isMeant) => (
        <RuleList
          id={id}
          rows={rows.filter(({ about }) => about === undefined || isMeant(about))}
          isReady={isReady}
        />
      )}
    </Meant>
  );
}

interface ListProps<Row> {
  readonly id: string;
  readonly rows: readonly Row[];
  readonly isReady: boolean;
}

function RuleList({ id, rows, isReady }: ListProps<RuleRow>) {
  const own = `About ${id}`;
  const groupOf = (row: RuleRow) => {
    if (!row.holds) return ENDED;
    if (row.about === undefined) return EVERYWHERE;
    return id === '' ? PARTICULAR : own;
  };
  const frozen = useFrozen(isReady ? rows : []);
  const groups = id === '' ? [EVERYWHERE, PARTICULAR, ENDED] : [own, EVERYWHERE, ENDED];
  if (!isReady && frozen.shown.length === 0) return null;
  if (frozen.shown.length === 0) {
    return (
      <Empty title="No rules yet" calls={['remember {"kind":"rule","text":"…"}']}>
        What you tell an agent to do always, or never, is stored by this call and shown to every
        agent first.
      </Empty>
    );
  }
  return (
    <>
      <New frozen={frozen} />
      {groups.map((name) => (
        <Group key={name} name={name}>
          {frozen.shown
            .filter(({ found }) => groupOf(found) === name)
            .slice(0, MAX_SHOWN)
            .map(({ item }) => (
              <RuleItem key={item.key} row={item} />
            ))}
        </Group>
      ))}
    </>
  );
}

function Group({
  name,
  children,
}: {
  readonly name: string;
  readonly children: readonly ComponentChildren[];
}) {
  if (children.length === 0) return null;
  return (
    <section>
      <h3>{name}</h3>
      <ul aria-label={name}>{children}</ul>
    </section>
  );
}

/** What has come since the list was opened. */
function New({ frozen: { fresh, take } }: { readonly frozen: Frozen<unknown> }) {
  return (
    <div class="list-new">
      {fresh > 0 && (
        <button type="button" class="button" onClick={take}>
          {fresh} new
        </button>
      )}
    </div>
  );
}

function QuestionsDetail({ id }: { readonly id: string }) {
  const { rows, isReady } = useQuestions();
  return (
    <Meant of={id}>
      {(isMeant) => (
        <QuestionList id={id} rows={rows.filter(({ about }) => isMeant(about))} isReady={isReady} />
      )}
    </Meant>
  );
}

function QuestionList({ id, rows, isReady }: ListProps<QuestionRow>) {
  const frozen = useFrozen(isReady ? rows : []);
  if (!isReady && frozen.shown.length === 0) return null;
  if (frozen.shown.length === 0) {
    return (
      <Empty
        title={id === '' ? 'No open question' : `No open question about ${id}`}
        calls={['remember {"kind":"question","to":"user","text":"…"}']}
      >
        What an agent cannot decide is stored by this call, and stays here until it is answered.
      </Empty>
    );
  }
  const hidden = frozen.shown.length - MAX_SHOWN;
  return (
    <>
      <New frozen={frozen} />
      <ul aria-label="Open questions">
        {frozen.shown.slice(0, MAX_SHOWN).map(({ item, isGone }) => (
          <QuestionItem key={item.key} row={item} isGone={isGone} />
        ))}
      </ul>
      {hidden > 0 && <p class="muted small">and {hidden} older, in Memory</p>}
    </>
  );
}

function RuleDetail({ id }: { readonly id: string }) {
  const { rows, isReady } = useRules();
  const row = rows.find((each) => each.id === id);
  if (!row) return isReady ? <Empty title={`There is no rule ${id}`} /> : null;
  const before = rows.find(({ replacedBy }) => replacedBy === id);
  const { workspace = '' } = route.value;
  return (
    <>
      <p class="rule-words">
        <Said as="lines" text={row.text} />
      </p>
      <p class="remembered-facts">
        {row.holds ? <span class="chip good">✓ in force</span> : <Ended row={row} />}
        {before && (
          <button type="button" class="chip" onClick={() => openPanel('rule', before.id)}>
            in place of {before.id}
          </button>
        )}
      </p>
      <section>
        <RuleFacts row={row} />
      </section>
      <section class="row">
        <button type="button" class="button" onClick={() => openPanel('rules', '')}>
          All rules
        </button>
        <a class="button" href={pathOf(workspace, 'history', [], { entity: id })}>
          Its events
        </a>
      </section>
    </>
  );
}

function RuleFacts({ row }: { readonly row: RuleRow }) {
  return (
    <dl class="facts">
      <dt>id</dt>
      <dd class="mono">{row.id}</dd>
      <dt>whose word</dt>
      <dd>
        <Said text={row.source} />
      </dd>
      <dt>scope</dt>
      <dd>{row.about ? <AboutLink about={row.about} /> : 'in the whole workspace'}</dd>
      <dt>set</dt>
      <dd>
        <At atMs={row.setMs} /> (<Age atMs={row.setMs} after=" ago" />)
        {row.by !== undefined && (
          <>
            {' by '}
            <Said text={row.by} />
          </>
        )}
      </dd>
      {row.endedMs !== undefined && (
        <>
          <dt>ended</dt>
          <dd>
            <At atMs={row.endedMs} /> (<Age atMs={row.endedMs} after=" ago" />) by{' '}
            <Said text={row.endedBy ?? ''} />
          </dd>
        </>
      )}
    </dl>
  );
}

export const REMEMBERED_PANELS: PanelKinds = {
  rules: { title: 'Rules', Detail: RulesDetail },
  rule: { title: 'Rule', Detail: RuleDetail },
  questions: { title: 'Open questions', Detail: QuestionsDetail },
};
