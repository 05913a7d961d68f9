/** Events of earlier versions, named by the rules in docs/spec/store.md. */

import { describe, expect, it } from 'vitest';
import { eventReader } from '../../store/sql/journal.ts';
import { EVENTS } from './all-events.ts';
import type { Upcast } from './define-event.ts';
import { presentPayload, presentVersion } from './event-versions.ts';

const renamed: Upcast = ({ text, ...rest }) => ({ ...rest, content: text });
const tagged: Upcast = (payload) => ({ ...payload, tags: [] });
const VERSIONS = { note_committed: { upcasters: [renamed, tagged] }, branch_deleted: {} };

describe('an event of an earlier version', () => {
  it('[ST85] is read through all later upcasters, and a present one through none', () => {
    const read = (version: number, payload: object) =>
      presentPayload('note_committed', version, { ...payload }, VERSIONS);
    expect(read(1, { text: 'a' })).toEqual({ payload: { content: 'a', tags: [] } });
    expect(read(2, { content: 'a' })).toEqual({ payload: { content: 'a', tags: [] } });
    expect(read(3, { content: 'a' })).toEqual({ payload: { content: 'a' } });
  });

  it('[ST84] is unknown if its type or version is', () => {
    const read = (type: string, version: number) => presentPayload(type, version, {}, VERSIONS);
    expect(read('note_committed', 4)).toEqual({ unknown: 'version', known: 3 });
    expect(read('note_committed', 0)).toEqual({ unknown: 'version', known: 3 });
    expect(read('branch_deleted', 1)).toEqual({ payload: {} });
    expect(read('dream_recorded', 1)).toEqual({ unknown: 'type', known: 0 });
    expect(read('toString', 1)).toEqual({ unknown: 'type', known: 0 });
  });

  it('[ST85] keeps everything but its payload', () => {
    const place = { workspace: 'w', seq: 7, ts_ms: 8, agent: 'a', branch: 1, doc: 'notes' };
    const row = { ...place, type: 'note_committed', entity: 'branch:1', key: 'k', version: 1 };
    const event = eventReader(VERSIONS)({ ...row, payload: '{"text":"a"}' });
    expect(event).toEqual({
      ...{ seq: 7, tsMs: 8, agent: 'a', branch: 1, doc: 'notes' },
      ...{ type: 'note_committed', entity: 'branch:1', key: 'k' },
      payload: { content: 'a', tags: [] },
    });
  });

  it('[ST86] of a task or thought is marked as one whose graph has events of its own', () => {
    for (const type of ['task_created', 'step_done', 'thought_recorded'] as const) {
      expect(presentVersion(type)).toBe(2);
      expect(presentPayload(type, 1, { revision: 1 })).toEqual({
        payload: { revision: 1, mirrored: true },
      });
      expect(presentPayload(type, 2, { revision: 1 })).toEqual({ payload: { revision: 1 } });
    }
    expect(Object.keys(EVENTS).length).toBeGreaterThan(60);
  });
});
