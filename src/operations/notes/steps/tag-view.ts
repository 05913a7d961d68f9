/** How a tag is shown. */

import type { Tag } from '../../../domain/refs/tag.ts';

export function tagView(tag: Tag) {
  return {
    name: tag.name,
    branch: tag.branch.name,
    doc: tag.doc,
    seq: tag.seq,
    created_at_ms: tag.createdMs,
  };
}
