/** Examples of `think_template`. */

import { examplesOf } from '../declaration/examples.ts';
import { thinkTemplate } from './think-template.ts';

export const examples = examplesOf(thinkTemplate);
