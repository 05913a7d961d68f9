/** The refusal of a call of a tool that does not exist. */

import { firstCharacters } from '../kernel/excerpt.ts';
import { nearestName } from '../kernel/nearest-name.ts';
import { type Refusal, refuse } from '../kernel/refusal.ts';
import { suggestCall } from '../kernel/suggestion.ts';
import type { Operation } from './declaration/define-operation.ts';

/** How many characters of an unknown name are shown. */
const NAME_SHOWN = 80;

/** Cut at a whole character and without NUL, so that the suggested call can be sent as it is. */
export function shownName(tool: string): string {
  return firstCharacters(tool.replaceAll('\u0000', ''), NAME_SHOWN, '');
}

export function unknownTool(catalogue: readonly Operation[], tool: string): Refusal {
  const name = shownName(tool);
  const meant = nearestName(
    name,
    catalogue.map((each) => each.name),
  );
  return refuse('UNKNOWN_TOOL', `no tool ${JSON.stringify(name)}`, {
    recovery: meant ? `Did you mean ${meant}?` : 'Search for it with help.',
    suggestions: [
      meant
        ? suggestCall('help', { tool: meant }, 'Read about the tool that was probably meant')
        : suggestCall('help', { search: name }, 'Search for a tool'),
    ],
  });
}
