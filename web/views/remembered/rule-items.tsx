/** Standing rules as a list: the words, whose they are, and whether they still hold. */

import type { RuleRow } from '../../../src/observatory/views/remembered/rules-view.ts';
import { Age } from '../../shell/age.tsx';
import { openPanel } from '../../shell/panel.tsx';
import { Said } from '../../shell/said.tsx';
import { UnseenDot } from '../../unseen-dot.tsx';
import { AboutLink } from './about-link.tsx';

export function RuleItem({ row }: { readonly row: RuleRow }) {
  return (
    <li class={`remembered ${row.holds ? '' : 'ended'}`}>
      <p>
        <UnseenDot seq={row.seq} />
        <Said as="lines" text={row.text} />
      </p>
      <div class="remembered-facts small muted">
        {!row.holds && (
          <>
            <Ended row={row} />{' '}
          </>
        )}
        <button
          type="button"
          class="button bare mono"
          aria-label={`Show ${row.id}`}
          onClick={() => openPanel('rule', row.id)}
        >
          {row.id}
        </button>
        {' ('}
        <Said text={row.source} />
        {') '}
        <Age atMs={row.setMs} after=" ago" />
        {row.about && (
          <>
            {' · '}
            <AboutLink about={row.about} />
          </>
        )}
      </div>
    </li>
  );
}

export function Ended({ row: { replacedBy } }: { readonly row: RuleRow }) {
  if (replacedBy === undefined) return <span class="chip">∅ retired</span>;
  return (
    <button type="button" class="chip" onClick={() => openPanel('rule', replacedBy)}>
      → replaced by {replacedBy}
    </button>
  );
}
