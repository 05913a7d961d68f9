/** The rows of graph versions, on one branch of a document. */

import { sql as raw, type SelectQueryBuilder } from 'kysely';
import { RESERVED } from '../../../domain/graph/graph-names.ts';
import type { Version } from '../../../domain/graph/version.ts';
import type { Sql } from '../engine.ts';
import type { Tables } from '../tables.ts';

export type Row = Tables['graph_versions'];
export type Query = SelectQueryBuilder<Tables, 'graph_versions', Row>;

/** A graph document, on whichever branch. */
export interface GraphDocument {
  readonly sql: Sql;
  readonly workspace: string;
  readonly doc: string;
}

export function versionsOn({ sql, workspace, doc }: GraphDocument, branch: number): Query {
  return sql
    .selectFrom('graph_versions')
    .selectAll()
    .where('workspace', '=', workspace)
    .where('branch', '=', branch)
    .where('doc', '=', doc);
}

/**
 * Ranges of names instead of patterns, since an id may contain what a pattern gives a meaning. They
 * are ranges of an expression, so that no index of names is preferred to the one of versions.
 */
export function withoutReserved<Output>(
  query: SelectQueryBuilder<Tables, 'graph_versions', Output>,
  kind: Version['kind'],
): SelectQueryBuilder<Tables, 'graph_versions', Output> {
  const id = raw<string>`(${raw.ref(kind === 'node' ? 'key' : 'from_id')} || '')`;
  let narrowed = query;
  for (const prefix of RESERVED) {
    const beyond = `${prefix.slice(0, -1)};`;
    narrowed = narrowed.where((e) => e.or([e(id, '<', prefix), e(id, '>=', beyond)]));
  }
  return narrowed;
}
