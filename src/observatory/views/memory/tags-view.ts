/** The tags: names that agents gave to notes. */

import { z } from 'zod';
import type { Tag } from '../../../domain/refs/tag.ts';
import { defineView, MAX_PAGE, type ViewRow } from '../../view.ts';

export interface TagRow extends ViewRow {
  readonly name: string;
  readonly branch: string;
  readonly branchId: number;
  readonly doc: string;
  /** The note that it names. */
  readonly seq: number;
  readonly atMs: number;
}

function rowFrom({ name, branch, doc, seq, createdMs }: Tag): TagRow {
  const place = { branch: branch.name, branchId: branch.id, doc, seq };
  return { key: name, name, ...place, atMs: createdMs };
}

export const TAGS_VIEW = defineView({
  name: 'tags',
  args: z.object({}),
  async page({ tx }, _args, cursor) {
    const offset = Number(cursor ?? 0);
    const found = (await tx.refs.tags(offset + MAX_PAGE + 1)).slice(offset);
    const next = found.length > MAX_PAGE ? String(offset + MAX_PAGE) : undefined;
    return { rows: found.slice(0, MAX_PAGE).map(rowFrom), next };
  },
  touched(_look, _args, events) {
    const names: string[] = [];
    for (const { type, payload } of events) {
      if (type === 'tag_set') names.push(payload.name);
      // What follows moves up, and a page that is being read would miss one.
      if (['tag_deleted', 'branch_renamed', 'branch_deleted'].includes(type)) return 'all';
    }
    return names;
  },
  async rows({ tx }, _args, keys) {
    const found: TagRow[] = [];
    for (const name of keys) {
      const tag = await tx.refs.tag(name);
      if (tag) found.push(rowFrom(tag));
    }
    return found;
  },
});
