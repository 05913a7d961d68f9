/** Tests of the names of cards in addresses. */

import { describe, expect, it } from 'vitest';
import { keysText, rowText } from '../../rows/row-feed.ts';
import { cardAddress, parseCardAddress } from './card-address.ts';

const SECRET = '1dKY2bcA72sPH871z3ME';

describe('cardAddress', () => {
  it.each(['graph', 'a:b', '100%', '%3A', 'größe 界/x?y=1', ''])('leads back from %j', (doc) => {
    const name = cardAddress(7, doc, 'a:b');
    expect(parseCardAddress(name)).toEqual({ branch: 7, doc, id: 'a:b' });
  });

  it('[RD35] shows no secret of a document, whether its row is there or gone', () => {
    const key = cardAddress(1, `vault login --token ${SECRET}`, 'CARD-4');
    expect(rowText({ key })).not.toContain(SECRET);
    expect(JSON.parse(keysText([key]))).toEqual([JSON.parse(rowText({ key })).key]);
  });
});
