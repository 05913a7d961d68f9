/** Every kind can be searched alone; the rules are in docs/spec/observatory.md. */

import { expect, it } from 'vitest';
import { RECALL_KINDS } from '../../src/recall/terms/recall-kinds.ts';
import { KIND_GROUPS } from './kind-groups.ts';

it('[OB118] every kind of hit is in one group', () => {
  const all = KIND_GROUPS.flatMap(({ kinds }) => kinds);
  expect([...all].sort()).toEqual([...RECALL_KINDS].sort());
});
