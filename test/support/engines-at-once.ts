/** For tests that mostly wait: the engines at the same time, the tests of each one by one. */

import { describe } from 'vitest';
import { MAIN_ENGINES, type TestEngine } from './engines.ts';

export function describeAtOnce(title: string, suite: (engine: TestEngine) => void): void {
  describe.concurrent.each(MAIN_ENGINES)(`${title} on $name`, (engine) => {
    describe.sequential('in turn', () => suite(engine));
  });
}
