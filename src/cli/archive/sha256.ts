/** The checksum of archives. */

import { createHash } from 'node:crypto';
import type { Digest } from '../../domain/archive/archived-session.ts';

export const sha256: Digest = () => {
  const hash = createHash('sha256');
  return {
    add: (text) => void hash.update(text, 'utf8'),
    hex: () => hash.digest('hex'),
  };
};
