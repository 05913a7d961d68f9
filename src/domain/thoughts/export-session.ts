/** Exports a session as Markdown for people or as JSON for programs. */

import { timestamp } from '../../kernel/timestamp.ts';
import { linesOf } from './cipher.ts';
import { type Chain, MAIN, type Session } from './session.ts';
import { sessionView, thoughtNode } from './session-view.ts';
import { placeName, type Thought } from './thought.ts';

export function sessionExport(
  session: Session,
  thoughts: readonly Thought[],
  chains: readonly Chain[],
  nowMs: number,
) {
  return {
    version: '1.0',
    session: sessionView(session),
    nodes: thoughts.map((thought) => thoughtNode(session.id, thought, chains)),
    exportedAt: timestamp(nowMs),
  };
}

export function markdownOf(
  session: Session,
  thoughts: readonly Thought[],
  chains: readonly Chain[],
  includeMetadata: boolean,
): string {
  const head = [
    `# ${session.title}`,
    ...(includeMetadata ? [metadataLines(session).join('\n')] : []),
    ...(session.description === undefined ? [] : [quoted(session.description)]),
  ];
  const parts = chains.flatMap((chain) => {
    const own = thoughts.filter((thought) => thought.chain === chain.name);
    const title =
      chain.name === MAIN
        ? '## Main thread'
        : `## Branch ${chain.name}, from thought ${chain.origin}`;
    return own.length === 0 ? [] : [title, ...own.map(thoughtSection)];
  });
  return `${[...head, ...parts].join('\n\n')}\n`;
}

function metadataLines(session: Session): string[] {
  return [
    `- Session: ${session.id}`,
    ...(session.tags.length === 0 ? [] : [`- Tags: ${session.tags.join(', ')}`]),
    `- Created: ${timestamp(session.createdMs)}`,
    `- Thoughts: ${session.thoughtCount} (${session.branchCount} branches)`,
    `- Status: ${session.isComplete ? 'completed' : 'active'}`,
  ];
}

function thoughtSection({ number, total, revises, text, critique }: Thought): string {
  const mark = revises === undefined ? '' : `, revises ${placeName(revises)}`;
  const said =
    critique === undefined ? [] : [`Critique (${critique.model}):`, quoted(critique.text)];
  return [`### Thought ${number}/${total}${mark}`, quoted(text), ...said].join('\n\n');
}

/**
 * A quotation ends where the quoting ends: no heading in it is one of the document, and no code
 * block or comment that it leaves open takes in what follows.
 */
function quoted(text: string): string {
  return linesOf(text)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}
