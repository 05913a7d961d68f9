/** The one hash of the house, made by Node; the domain is handed it. */

import { createHash } from 'node:crypto';
import type { Digest } from './kernel/digest.ts';

export const sha256: Digest = () => {
  const hash = createHash('sha256');
  return {
    add: (text) => void hash.update(text, 'utf8'),
    hex: () => hash.digest('hex'),
  };
};
