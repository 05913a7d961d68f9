/** A tool that does not exist was asked for. */

import { nearestName } from '../kernel/nearest-name.ts';
import { type Refusal, refuse } from '../kernel/refusal.ts';
import { suggestCall } from '../kernel/suggestion.ts';
import type { Operation } from './declaration/define-operation.ts';

/** More of a name than this tells the reader nothing. */
const NAME_SHOWN = 80;

/** Cut at a whole character and without what cannot be stored, so that it can be sent back to us. */
export function shownName(tool: string): string {
  const start = tool.slice(0, 4 * NAME_SHOWN);
  return [...start.toWellFormed().replaceAll('\u0000', '')].slice(0, NAME_SHOWN).join('');
}

export function unknownTool(catalogue: readonly Operation[], tool: string): Refusal {
  const name = shownName(tool);
  const meant = nearestName(
    name,
    catalogue.map((each) => each.name),
  );
  return refuse('UNKNOWN_TOOL', `no tool ${JSON.stringify(name)}`, {
    recovery: meant ? `Did you mean ${meant}?` : 'Find it by words.',
    suggestions: [
      meant
        ? suggestCall('help', { tool: meant }, 'Read about the tool that was probably meant')
        : suggestCall('help', { search: name }, 'Find a tool by words'),
    ],
  });
}
