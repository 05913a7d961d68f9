/** Shows Markdown of agents as elements; it never becomes markup. */

import './markdown.css';
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type Block, type Inline, type ListItem, parseMarkdown } from '../markdown.ts';
import { Said, visible } from './said.tsx';

/** Longer texts are shown as they are: nobody reads them as a page. */
const MAX_CHARS = 100_000;

export function Markdown({ text }: { readonly text: string }) {
  const isLong = text.length > MAX_CHARS;
  const blocks = useMemo(() => (isLong ? [] : parseMarkdown(text)), [text, isLong]);
  if (isLong) return <Said as="lines" text={text} />;
  return (
    <div class="markdown" dir="auto">
      {blocks.map((block, at) => (
        <BlockOf key={at} block={block} />
      ))}
    </div>
  );
}

function BlockOf({ block }: { readonly block: Block }) {
  switch (block.is) {
    case 'rule':
      return <hr />;
    case 'code':
      return (
        <pre class="markdown-code" data-language={block.language}>
          <code dir="ltr">{visible(block.text)}</code>
        </pre>
      );
    case 'list':
      return <ListOf items={block.items} />;
    case 'heading':
      return (
        <p class={`markdown-heading level-${block.level}`} dir="auto">
          {parts(block.parts)}
        </p>
      );
    case 'quote':
      return <blockquote dir="auto">{parts(block.parts)}</blockquote>;
    default:
      return <p dir="auto">{parts(block.parts)}</p>;
  }
}

/** One list whatever the levels: indentation shows them, and each item has its own sign. */
function ListOf({ items }: { readonly items: readonly ListItem[] }) {
  return (
    <ul>
      {items.map(({ level, number, isDone, parts: words }, at) => (
        <li
          key={at}
          dir="auto"
          value={number}
          class={isDone === undefined ? (number === undefined ? '' : 'counted') : 'task'}
          style={{ marginInlineStart: `${level * 18}px` }}
        >
          {isDone !== undefined && (
            <>
              {isDone ? '☑ ' : '☐ '}
              <span class="hidden-text">{isDone ? 'done: ' : 'to do: '}</span>
            </>
          )}
          {parts(words)}
        </li>
      ))}
    </ul>
  );
}

function parts(all: readonly Inline[]): ComponentChildren {
  return all.map((part, at) => <InlineOf key={at} part={part} />);
}

function InlineOf({ part }: { readonly part: Inline }): JSX.Element {
  switch (part.is) {
    case 'text':
      return <>{visible(part.text)}</>;
    case 'code':
      return <code>{visible(part.text)}</code>;
    case 'strong':
      return <strong>{parts(part.parts)}</strong>;
    case 'em':
      return <em>{parts(part.parts)}</em>;
    case 'del':
      return <del>{parts(part.parts)}</del>;
    default:
      return <LinkOf url={part.url} host={part.host} words={part.parts} />;
  }
}

/** The host is always shown: the words of a link are the agent's own. */
function LinkOf({
  url,
  host,
  words,
}: {
  readonly url: string;
  readonly host: string;
  readonly words: readonly Inline[];
}) {
  return (
    <>
      <a href={url} target="_blank" rel="noreferrer noopener" class="said" dir="auto">
        {parts(words)}
      </a>{' '}
      <span class="markdown-host">({host})</span>
    </>
  );
}
