/** Exports a session as Markdown for people, as cipher for models, or as JSON for programs. */

import { firstCharacters, lineOf } from '../../kernel/excerpt.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import { inlineRefs } from './cipher.ts';
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
    ...(session.description === undefined ? [] : [session.description]),
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
    critique === undefined
      ? ''
      : `\n\n> Critique (${critique.model}): ${critique.text.replaceAll('\n', '\n> ')}`;
  return `### Thought ${number}/${total}${mark}\n\n${text}${said}`;
}

const MOST_LINE = 200;

/**
 * Steps as they were written. Prose becomes an observation, or a revision if it revises a thought.
 */
export function cipherOf(thoughts: readonly Thought[], chains: readonly Chain[]): string {
  return chains
    .flatMap(({ name, origin }) => {
      const lines = thoughts.filter(({ chain }) => chain === name).flatMap(cipherLines);
      if (lines.length === 0) return [];
      return name === MAIN ? lines : [`# ${name} from S${origin}`, ...lines];
    })
    .join('\n');
}

function cipherLines({ number, text, steps, revises }: Thought): string[] {
  if (steps.length > 0) {
    return steps.map(({ label, marker, refs, content }) => {
      // References inside the content are not repeated in front, where they could mean more.
      const said = inlineRefs(content, marker);
      const named = refs
        .filter((ref) => !said.some(({ label: to, rel }) => to === ref.label && rel === ref.rel))
        .map(({ label: to, rel }) => `${rel === 'revises' ? '^' : ''}S${to}`);
      const before = named.length === 0 ? '' : `${named.join(',')}|`;
      return `S${label}|${marker}|${before}${oneLine(content)}`;
    });
  }
  return revises === undefined
    ? [`S${number}|O|${oneLine(text)}`]
    : [`S${number}|R|^S${revises.number}|${oneLine(text)}`];
}

function oneLine(text: string): string {
  const line = lineOf(text);
  return [...line].length <= MOST_LINE ? line : firstCharacters(line, MOST_LINE - 1);
}
