/** Tests of `mental_models list_models` and `list_tags`; docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import type { Shown } from '../../../../test/support/task-world.ts';
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
const TAGS = [...new Set(Object.values(MODELS).flat())].sort();

describe.each(MAIN_ENGINES)('mental_models list_models on $name', (engine) => {
  let world: ThoughtWorld;
  eachInSession(engine, (given) => {
    world = given;
  });

  it('[TH47] models and tags are those of the contract', async () => {
    const { models, count, filter } = await world.ask('mental_models list_models');
    expect([count, filter]).toEqual([15, null]);
    const tagged = Object.fromEntries(models.map(({ name, tags }: Shown) => [name, tags]));
    expect(tagged).toEqual(MODELS);
    for (const model of models) {
      expect(Object.keys(model).sort()).toEqual(['description', 'name', 'tags', 'title']);
    }
    const { tags } = await world.ask('mental_models list_tags');
    expect(tags.map(({ name }: Shown) => name).sort()).toEqual(TAGS);
    for (const tag of TAGS) {
      const view = await world.ask('mental_models list_models', { tag });
      expect(view.filter).toBe(tag);
      expect(view.models.map(({ name }: Shown) => name)).toEqual(
        Object.keys(MODELS).filter((name) => MODELS[name]?.includes(tag)),
      );
    }
    const unknown = await world.refused('mental_models list_models', { tag: 'estimation' });
    expect(unknown.details.availableTags.sort()).toEqual(TAGS);
    await world.follow(unknown);
  });

  it('[TH47] a domain lists the models with its tag, unless a tag is given', async () => {
    const names = async (args: object = {}) =>
      (await world.ask('mental_models list_models', args)).filter;
    await world.ask('navigate', { domain: 'debugging' });
    expect(await names()).toBe('debugging');
    expect(await names({ tag: 'planning' })).toBe('planning');
    expect((await world.ask('mental_models list_models', { tag: 'all' })).count).toBe(15);
    await world.ask('navigate', { domain: 'gardening' });
    expect((await world.ask('mental_models list_models')).count).toBe(15);
    await world.ask('navigate', { domain: null });
    expect(await names()).toBeNull();
  });
});
