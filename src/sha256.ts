/** SHA-256 by Node: the only hash in the project, passed to the domain as an argument. */

import { createHash } from 'node:crypto';
import type { Digest } from './kernel/digest.ts';

export const sha256: Digest = () => {
  const hash = createHash('sha256');
  return {
    add: (text) => void hash.update(text, 'utf8'),
    hex: () => hash.digest('hex'),
  };
};
