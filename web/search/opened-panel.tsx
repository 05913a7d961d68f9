/** What the page has no place for, as `recall` opens it: its content and its neighbours. */

import './search.css';
import { useEffect, useState } from 'preact/hooks';
import type { ShownThing } from '../../src/observatory/shown-hits.ts';
import { link } from '../live/socket.ts';
import { route } from '../router.ts';
import { Age, At } from '../shell/age.tsx';
import { Empty } from '../shell/empty.tsx';
import type { PanelKinds } from '../shell/panel.tsx';
import { Said, visible } from '../shell/said.tsx';
import { openById } from './ask-recall.ts';
import { HitLine } from './hit-line.tsx';
import { openHit } from './open-hit.ts';

function OpenedDetail({ id }: { readonly id: string }) {
  const [opened, setOpened] = useState<ShownThing>();
  const [refusal, setRefusal] = useState<string>();
  const { workspace } = route.value;
  const isLive = link.value.is === 'live';
  useEffect(() => {
    if (!isLive) return undefined;
    let isCurrent = true;
    void openById(id).then((reply) => {
      if (!isCurrent) return;
      setRefusal(reply.ok ? undefined : reply.refusal.message);
      if (reply.ok) setOpened(reply.result);
    });
    return () => {
      isCurrent = false;
    };
  }, [id, workspace, isLive]);
  if (refusal !== undefined && !opened) {
    return <Empty title={`${id} cannot be shown`}>{refusal}</Empty>;
  }
  if (!opened) return null;
  if (opened.choices) return <Choices choices={opened.choices} />;
  return (
    <>
      <Facts opened={opened} />
      <section>
        <h3>Content</h3>
        <Fields value={ownContent(opened)} />
      </section>
      <Neighbours near={opened.near ?? []} />
    </>
  );
}

function Choices({ choices }: { readonly choices: NonNullable<ShownThing['choices']> }) {
  return (
    <section>
      <h3>Several things have this id</h3>
      {choices.map((hit) => (
        <button key={hit.id} type="button" class="near-line" onClick={() => void openHit(hit.id)}>
          <HitLine hit={hit} />
        </button>
      ))}
    </section>
  );
}

function Facts({ opened }: { readonly opened: ShownThing }) {
  const { id = '', kind = '', state, isOld, at, by } = opened;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['id', id],
    ['in', opened.in],
    ['by', by],
  ];
  return (
    <>
      <p class="row">
        <span class="chip accent">{kind}</span>
        {state !== undefined && <span class={`chip ${isOld ? 'warn' : 'good'}`}>{state}</span>}
      </p>
      <section>
        <dl class="facts">
          {facts.map(([name, value]) =>
            value === undefined ? null : (
              <>
                <dt>{name}</dt>
                <dd>
                  <Said text={value} />
                </dd>
              </>
            ),
          )}
          {at !== undefined && (
            <>
              <dt>when</dt>
              <dd>
                <At atMs={Date.parse(at)} /> (<Age atMs={Date.parse(at)} after=" ago" />)
              </dd>
            </>
          )}
        </dl>
      </section>
    </>
  );
}

function Neighbours({ near }: { readonly near: NonNullable<ShownThing['near']> }) {
  if (near.length === 0) return null;
  return (
    <section>
      <h3>Near it</h3>
      {near.map(({ id, as, text }) => (
        <button
          key={`${as} ${id}`}
          type="button"
          class="near-line"
          onClick={() => void openHit(id)}
        >
          <span class="muted tiny">
            {as} <span class="mono said">{visible(id)}</span>
          </span>
          <Said text={text} />
        </button>
      ))}
    </section>
  );
}

/** Without what is said above it. */
function ownContent({ content = {}, id, kind, by, in: within }: ShownThing): object {
  const said: readonly unknown[] = [id, kind, by, within];
  return Object.fromEntries(Object.entries(content).filter(([, value]) => !said.includes(value)));
}

/** Fields with their names; what they hold is indented below them. */
function Fields({ value }: { readonly value: object }) {
  const isList = Array.isArray(value);
  const fields = Object.entries(value).filter(([, each]) => !isNothing(each));
  return (
    <dl class={isList ? 'fields list' : 'fields'}>
      {fields.map(([name, each]: [string, unknown]) => (
        <div key={name}>
          {!isList && <dt>{visible(name.replace(/_ms$/, '').replaceAll('_', ' '))}</dt>}
          <dd>
            <Value name={name} value={each} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ name, value }: { readonly name: string; readonly value: unknown }) {
  if (typeof value === 'object' && value !== null) return <Fields value={value} />;
  if (typeof value === 'number' && name.endsWith('_ms')) return <At atMs={value} />;
  return <Said as="lines" text={String(value)} />;
}

function isNothing(value: unknown): boolean {
  if (typeof value !== 'object') return value === undefined || value === '';
  return value === null || Object.keys(value).length === 0;
}

export const OPENED_PANELS: PanelKinds = {
  recall: { title: 'From the memory', Detail: OpenedDetail },
};
