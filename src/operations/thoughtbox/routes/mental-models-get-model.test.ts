/** Tests of `mental_models get_model`; the rules are in docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { eachInSession, type ThoughtWorld } from '../../../../test/support/thought-world.ts';

/** The appendix of the contract. */
const MODELS: Readonly<Record<string, readonly string[]>> = {
  'rubber-duck': ['debugging'],
  'five-whys': ['debugging', 'problem-solving'],
  'pre-mortem': ['planning', 'risk-management'],
  steelmanning: ['decision-making'],
  'fermi-estimation': ['planning', 'analysis'],
  'trade-off-matrix': ['decision-making'],
  decomposition: ['planning', 'problem-solving'],
  inversion: ['decision-making', 'risk-management'],
  'abstraction-laddering': ['problem-solving', 'analysis'],
  'constraint-relaxation': ['problem-solving'],
  'assumption-surfacing': ['analysis'],
  'adversarial-thinking': ['risk-management'],
  'time-horizon-shifting': ['planning', 'decision-making'],
  'impact-effort-grid': ['planning', 'decision-making'],
  'opportunity-cost': ['decision-making'],
};

describe.each(MAIN_ENGINES)('mental_models get_model on $name', (engine) => {
  let world: ThoughtWorld;
  eachInSession(engine, (given) => {
    world = given;
  });

  it('[TH47] each model is answered whole, by either name of the parameter', async () => {
    for (const modelId of Object.keys(MODELS)) {
      const model = await world.ask('mental_models get_model', { modelId });
      expect(model).toMatchObject({ name: modelId, tags: MODELS[modelId] });
      expect(model.content.length).toBeGreaterThan(500);
      expect(await world.ask('mental_models get_model', { model: modelId })).toEqual(model);
    }
    const near = await world.refused('mental_models get_model', { modelId: 'five-why' });
    expect(near.details.next[0].args.modelId).toBe('five-whys');
    expect(near.details.availableModels).toHaveLength(15);
    await world.follow(near);
    await world.follow(await world.refused('mental_models get_model'));
  });
});
