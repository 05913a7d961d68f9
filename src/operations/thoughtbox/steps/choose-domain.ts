/** The domain that a caller names; one that is no tag of mental models is accepted, with a note. */

import type { JsonObject } from '../../../kernel/json.ts';
import { byNearness } from '../../../kernel/nearest-name.ts';
import { loadModels } from './load-models.ts';

export interface ChosenDomain {
  readonly domain: string | null | undefined;
  readonly note: JsonObject;
}

/** A tag is known in any case. */
export async function chooseDomain(named: string | null | undefined): Promise<ChosenDomain> {
  if (named === undefined || named === null) return { domain: named, note: {} };
  const tags = (await loadModels()).TAGS.map(({ name }) => name);
  const wanted = named.trim().toLowerCase();
  const tag = tags.find((each) => each === wanted);
  if (tag !== undefined) return { domain: tag, note: {} };
  const known = byNearness(wanted, tags).join(', ');
  return { domain: named, note: { note: `no mental models for it; there are some for ${known}` } };
}
