/** Why a run was ended from outside, and the sentence for it: the same in every runtime. */

import { counted } from '../kernel/text.ts';
import { MAX_FILES, type RunLimits } from './run-limits.ts';

export type Ended = 'time' | 'memory' | 'output' | 'files' | 'cancelled';

export function endedWords(ended: Ended, limits: RunLimits): string {
  switch (ended) {
    case 'cancelled':
      return 'The run was cancelled.';
    case 'time':
      return `The cell ran for ${counted(limits.ms / 1000, 'second')}, its limit, and was ended.`;
    case 'memory':
      return `The cell needed more than ${limits.memoryBytes >> 20} MB of memory, its limit, and was ended.`;
    case 'files':
      return `The cell made more than ${MAX_FILES} files, its limit, and was ended.`;
    case 'output':
      return `The cell printed more than ${counted(limits.outputBytes, 'byte')}, its limit, and was ended.`;
  }
}
