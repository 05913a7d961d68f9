/** The notation of the cipher in a few lines. */

import { MARKERS, OPERATORS } from './cipher.ts';

const markers = Object.entries(MARKERS)
  .map(([sign, meaning]) => `${sign} ${meaning}`)
  .join(' ');

/** Every model knows the logical operators; only these two need their meaning. */
const RELATING = ['⊕', '⊖'];
const operators = Object.entries(OPERATORS)
  .map(([sign, meaning]) => (RELATING.includes(sign) ? `${sign}${meaning}` : sign))
  .join(' ');

/** Short, because agents read it at every start: the form of a line and its parts. */
export const NOTATION = `S3|H|S1,S2|text: number|type|refs?|content, a step a line. ${markers}. ^S1 revises, [S1] refers. ${operators}`;
