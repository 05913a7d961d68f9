/** The fifteen mental models and the six tags that group them. */

import abstractionLaddering from '../../../models/abstraction-laddering.md';
import adversarialThinking from '../../../models/adversarial-thinking.md';
import assumptionSurfacing from '../../../models/assumption-surfacing.md';
import constraintRelaxation from '../../../models/constraint-relaxation.md';
import decomposition from '../../../models/decomposition.md';
import fermiEstimation from '../../../models/fermi-estimation.md';
import fiveWhys from '../../../models/five-whys.md';
import impactEffortGrid from '../../../models/impact-effort-grid.md';
import inversion from '../../../models/inversion.md';
import opportunityCost from '../../../models/opportunity-cost.md';
import preMortem from '../../../models/pre-mortem.md';
import rubberDuck from '../../../models/rubber-duck.md';
import steelmanning from '../../../models/steelmanning.md';
import timeHorizonShifting from '../../../models/time-horizon-shifting.md';
import tradeOffMatrix from '../../../models/trade-off-matrix.md';
import { type MentalModel, parseModel, type TagDefinition } from './mental-model.ts';

/** In the order of docs/spec/assets.md, which is also the order in lists. */
export const MODELS: readonly MentalModel[] = Object.freeze(
  [
    rubberDuck,
    fiveWhys,
    preMortem,
    steelmanning,
    fermiEstimation,
    tradeOffMatrix,
    decomposition,
    inversion,
    abstractionLaddering,
    constraintRelaxation,
    assumptionSurfacing,
    adversarialThinking,
    timeHorizonShifting,
    impactEffortGrid,
    opportunityCost,
  ].map(parseModel),
);

export const TAGS: readonly TagDefinition[] = Object.freeze([
  {
    name: 'debugging',
    description: 'Something does not behave as expected, and its cause has to be found.',
  },
  {
    name: 'planning',
    description: 'Upcoming work has to be split, estimated, ordered or secured.',
  },
  {
    name: 'decision-making',
    description:
      'There are several options, and one has to be chosen for reasons that can be stated.',
  },
  {
    name: 'risk-management',
    description: 'A plan or system has to be examined for what could go wrong or be abused.',
  },
  {
    name: 'problem-solving',
    description:
      'A problem is hard to solve: too large, badly stated, or restricted by assumed limits.',
  },
  {
    name: 'analysis',
    description:
      'A claim, size or situation has to be understood before anything is done about it.',
  },
]);

export function modelNamed(name: string): MentalModel | undefined {
  return MODELS.find((model) => model.name === name);
}

export function modelsTagged(tag: string): readonly MentalModel[] {
  return MODELS.filter((model) => model.tags.includes(tag));
}
