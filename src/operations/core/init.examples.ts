/** Examples of `init`. */

import { examplesOf } from '../declaration/examples.ts';
import { init } from './init.ts';

export const examples = examplesOf(init);
