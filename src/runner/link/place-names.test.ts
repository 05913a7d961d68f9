import { expect, it } from 'vitest';
import { placeNames } from './place-names.ts';

it('[RN15] paths of the sandbox become names of cells, and other paths stay', () => {
  const place = placeNames(new Set(['a.js', 'b.ts']));
  expect(place('at f (file:///notebook/b.ts+.mjs:3:7)\n/notebook/a.js+.mjs:1')).toBe(
    'at f (b.ts:3:7)\na.js:1',
  );
  const others = 'file:///notebook/c.js+.mjs /notebook/a.js file:///notebook/node_modules/x/a.mjs';
  expect(place(others)).toBe(others);
});
