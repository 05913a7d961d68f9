/** One hit: what and where it is, and the passage with the words that were asked for. */

import type { ShownHit } from '../../src/observatory/shown-hits.ts';
import { Age } from '../shell/age.tsx';
import { Said, visible } from '../shell/said.tsx';

export function HitLine({ hit }: { readonly hit: ShownHit }) {
  const { id, kind, state, isOld, at, by, same = 0, passage } = hit;
  return (
    <div class={`hit ${isOld ? 'superseded' : ''}`}>
      <div class="hit-head">
        <span class="chip accent">{kind}</span>
        {state !== undefined && <span class={`chip ${isOld ? 'warn' : 'good'}`}>{state}</span>}
        <span class="mono hit-id said">{visible(id)}</span>
        {hit.in !== undefined && !id.startsWith(hit.in) && (
          <span class="hit-in">
            in <Said text={hit.in} />
          </span>
        )}
        <span class="grow" />
        {same > 0 && (
          <span class="chip" title={`${same} more say the same`}>
            +{same} alike
          </span>
        )}
        <span class="hit-made">
          {by !== undefined && <Said text={by} />}{' '}
          {at !== undefined && <Age atMs={Date.parse(at)} />}
        </span>
      </div>
      <p class="hit-text said" dir="auto">
        {passage.map(({ text, isMatch }, index) =>
          isMatch ? <mark key={index}>{visible(text)}</mark> : visible(text),
        )}
      </p>
    </div>
  );
}
