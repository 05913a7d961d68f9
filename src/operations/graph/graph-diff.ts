/** `graph_diff`, of the reasoning graph: the nodes and edges that differ between two branches. */

import { viewWithout } from '../../domain/branches/effective-view.ts';
import {
  edgeEnds,
  newestFirst,
  sameState,
  type Version,
  versionsBefore,
  versionView,
} from '../../domain/graph/version.ts';
import { DEFAULTS } from '../../domain/workspace/workspace.ts';
import { cutList } from '../../kernel/cuts/list-cuts.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { newestPage, readCursor } from '../../kernel/paging.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads } from '../declaration/facets.ts';
import { branch, doc, limit, versionCursor } from '../declaration/fields.ts';
import { branchNamed, viewOf } from '../steps/branch-ref.ts';
import { versionsOf } from './steps/reasoning-versions.ts';

export const graphDiff = defineOperation({
  name: 'graph_diff',
  title: 'Compare the graphs of two branches',
  description:
    'Compares the reasoning graphs of two branches: the nodes and edges that differ between from and to, newest first, as they are on to. A deleted one is shown as deleted.',
  toolset: 'reasoning',
  does: reads(
    cutList('changes', { from: 'back', paged: 'to.last_seq', spare: ['to.meta', 'to.tags'] }),
  ),
  input: {
    from: branch,
    to: branch,
    doc: doc.default(DEFAULTS.docs.graph),
    cursor: versionCursor,
    limit: limit(20, 200),
  },
  refusals: ['UNKNOWN_ID'],
  example: { title: 'What an idea added', args: { from: 'main', to: 'idea/cache' } },
  async run(input, { tx }) {
    const from = await branchNamed(tx, input.from, 'from');
    if (isRefusal(from)) return from;
    const to = await branchNamed(tx, input.to, 'to');
    if (isRefusal(to)) return to;
    const [fromView, toView] = [await viewOf(tx, from), await viewOf(tx, to)];
    // Only keys that one of the branches changed alone can differ, so the shared part is not read.
    const keys = [
      ...(await tx.graph.changedKeys(viewWithout(toView, fromView), input.doc)),
      ...(await tx.graph.changedKeys(viewWithout(fromView, toView), input.doc)),
    ];
    const before = await versionsOf(tx, fromView, input.doc, keys);
    const after = await versionsOf(tx, toView, input.doc, keys);
    const all = newestFirst([...after.values()]);
    const changed = versionsBefore(all, readCursor(input.cursor)).filter(
      (version) => !sameState(version, before.get(`${version.kind}|${version.key}`)),
    );
    const request = { cursor: input.cursor ?? undefined, limit: input.limit };
    const { rows, pagination } = newestPage(changed, request);
    return answer({
      from: from.name,
      to: to.name,
      doc: input.doc,
      changes: rows.map(changeView),
      pagination,
      truncated: false,
    });
  },
});

function changeView(version: Version): JsonObject {
  return version.kind === 'node'
    ? { kind: 'node', id: version.key, to: versionView(version) }
    : { kind: 'edge', key: edgeEnds(version.key), to: versionView(version) };
}
