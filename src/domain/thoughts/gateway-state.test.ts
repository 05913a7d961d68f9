/** The stages of the gateway, named by the rules in docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import {
  AT_ENTRY,
  begun,
  closed,
  entered,
  type GatewayState,
  requireStage,
  resumed,
  STAGE_NAMES,
  type Stage,
  withCipher,
  withDomain,
} from './gateway-state.ts';
import type { ThoughtReason } from './reasons.ts';

const STAGES: readonly Stage[] = [0, 1, 2, 3];
const at = (stage: Stage, more: Partial<GatewayState> = {}): GatewayState => ({ stage, ...more });

describe('the state', () => {
  it('[TH8] has four stages with the names of the contract', () => {
    expect(STAGE_NAMES).toEqual(['entry', 'init_complete', 'cipher_loaded', 'domain_active']);
  });

  it('[TH9] start and load only raise the stage', () => {
    expect(STAGES.map((stage) => entered(at(stage), 's').stage)).toEqual([1, 1, 2, 3]);
    expect(entered(at(2, { session: 'r', project: 'p' }), 's')).toEqual({
      stage: 2,
      session: 's',
      project: 'p',
    });
    expect(STAGES.map((stage) => withCipher(at(stage)).stage)).toEqual([2, 2, 2, 2]);
  });

  it('[TH11] falls back if another session is resumed', () => {
    const to = (stage: Stage, session?: string) =>
      resumed(at(stage, session === undefined ? {} : { session }), 's').stage;
    expect(STAGES.map((stage) => to(stage, 'other'))).toEqual([1, 1, 1, 1]);
    expect(STAGES.map((stage) => to(stage, 's'))).toEqual([1, 1, 2, 3]);
    expect(STAGES.map((stage) => to(stage))).toEqual([1, 1, 2, 3]);
  });

  it('[TH12] is at stage 3 with a domain and the cipher, in either order', () => {
    expect(withDomain(at(0), 'd')).toEqual({ stage: 0, domain: 'd' });
    expect(withCipher(withDomain(at(1), 'd')).stage).toBe(3);
    expect(withDomain(withCipher(at(1)), 'd').stage).toBe(3);
    expect(withDomain(at(3, { domain: 'd' }), null)).toEqual({ stage: 2 });
    expect(withDomain(at(1, { domain: 'd' }), null)).toEqual({ stage: 1 });
    const back = resumed(at(3, { domain: 'd', session: 'r' }), 's');
    expect(withCipher(back)).toEqual({ stage: 3, domain: 'd', session: 's' });
  });

  it('[TH19] [TH58] leaves a completed session, and nothing else', () => {
    const over = closed(at(3, { session: 's', domain: 'd', task: 't' }));
    expect(over).toEqual({ stage: 3, closed: 's', domain: 'd', task: 't' });
    expect(begun(over, 'r')).toEqual({ ...over, session: 'r' });
    for (const there of [entered(over, 'r'), resumed(over, 'r')]) {
      expect(there).toEqual({ stage: 3, session: 'r', domain: 'd', task: 't' });
    }
  });
});

describe('a call before its stage', () => {
  it('[TH10] is refused with every missing call, in order', () => {
    const way = (from: Stage, to: Stage, session?: string) => {
      const refusal = requireStage(at(from), to, 'x', { session });
      return (refusal?.reason as ThoughtReason & { kind: 'stage_not_reached' })?.steps;
    };
    expect(way(0, 1)).toEqual(['start_new']);
    expect(way(0, 2)).toEqual(['start_new', 'cipher']);
    expect(way(1, 2)).toEqual(['cipher']);
    expect(way(0, 2, 's')).toEqual(['load_context', 'cipher']);
    for (const from of STAGES) {
      for (const to of STAGES.filter((stage) => stage <= from)) {
        expect(way(from, to)).toBeUndefined();
      }
    }
  });

  it('[TH10] is refused with the present and the required stage', () => {
    const refusal = requireStage(AT_ENTRY, 2, 'thought');
    expect(refusal?.code).toBe('STAGE_REQUIREMENT_NOT_MET');
    expect(refusal?.details).toEqual({ currentStage: 0, requiredStage: 2 });
    expect(refusal?.message).toBe(
      'thought needs stage 2 (cipher_loaded), this is stage 0 (entry): ' +
        'call start_new, then cipher',
    );
  });
});
