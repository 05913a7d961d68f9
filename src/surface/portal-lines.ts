/** Prints the lines of a portal: state, commands, then the calls that read on. */

import { printedLine } from '../kernel/excerpt.ts';
import { redact } from '../kernel/redaction.ts';
import type { Suggestion } from '../kernel/suggestion.ts';
import type {
  Operation,
  Portal,
  StateLine,
  Warning,
} from '../operations/declaration/define-operation.ts';
import { type AskedBudget, budgetLines, type Frame } from './apply-budget.ts';
import { commandLine } from './command-line.ts';
import { fitPortal } from './fit-portal.ts';
import { type Audience, offerSuggestions } from './offer-suggestions.ts';

interface PrintedPortal {
  readonly lines: readonly string[];
  /** The calls that it proposes. */
  readonly commands: readonly Suggestion[];
  readonly warnings: readonly Warning[];
}

/** Without a budget, only the room that the portal sets for itself counts. */
export function printPortal(
  portal: Portal,
  operation: Operation,
  budget: AskedBudget,
  frame: Frame,
  audience: Audience,
): PrintedPortal {
  const commands = offerSuggestions(portal.commands ?? [], audience);
  const { more, room } = portal;
  const all = {
    state: portal.state.map(rankedLine),
    commands: redact(commands.map(commandLine)),
    onward: (shown: ReadonlyMap<string, number>) => {
      const call = portal.onward?.(shown);
      const lines = offerSuggestions(call ? [call] : [], audience).map(commandLine);
      return redact([...(more === undefined ? [] : [more]), ...lines]).map(
        (line) => `MORE: ${line}`,
      );
    },
  };
  // Only reads can be cut to a budget: a write must always report what it did.
  if ('max_chars' in operation.fields) {
    const { payload, warnings } = budgetLines(all, budget, room, frame);
    return { lines: payload, commands, warnings };
  }
  const bytes = room ?? Number.POSITIVE_INFINITY;
  return { lines: fitPortal(all, { bytes }).lines, commands, warnings: [] };
}

function rankedLine(line: string | StateLine, at: number): StateLine {
  if (typeof line === 'string') return { text: printedLine(line), rank: at, section: '' };
  return { ...line, text: printedLine(line.text) };
}
