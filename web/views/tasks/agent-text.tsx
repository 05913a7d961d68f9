/** The answer of a tool, exactly as an agent gets it; asked for again when its task changes. */

import { useEffect, useState } from 'preact/hooks';
import { askTool } from '../../live/rows.ts';
import { link } from '../../live/socket.ts';
import { CopyButton } from '../../shell/copy.tsx';
import { Said } from '../../shell/said.tsx';

interface AgentTextProps {
  readonly tool: 'tasks_radar' | 'tasks_handoff';
  readonly id: string;
  /** The last event of the task. */
  readonly seq: number;
}

export function AgentText({ tool, id, seq }: AgentTextProps) {
  const [text, setText] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const isLive = link.value.is === 'live';
  useEffect(() => {
    if (!isLive) return undefined;
    let isCurrent = true;
    void askTool(tool, { target: id }).then((reply) => {
      if (!isCurrent) return;
      setRefusal(reply.ok ? undefined : reply.refusal.message);
      if (reply.ok) setText(reply.result.text);
    });
    return () => {
      isCurrent = false;
    };
  }, [tool, id, seq, isLive]);
  return (
    <div class="agent-text">
      <div class="row">
        <p class="muted small grow">
          What an agent gets when it calls <code>{tool}</code> for <code>{id}</code>: in short, and
          below as it stands.
        </p>
        {text !== undefined && <CopyButton text={text} />}
      </div>
      {refusal !== undefined && <p class="chip bad">{refusal}</p>}
      {text !== undefined && <Digest text={text} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <pre tabIndex={0} dir="auto" aria-label={tool}>
        {text ?? '…'}
      </pre>
    </div>
  );
}

/** The parts of an answer that are written to be read. */
function Digest({ text }: { readonly text: string }) {
  const parts = partsIn(text);
  if (parts.length === 0) return null;
  return (
    <dl class="digest">
      {parts.map(([name, lines]) => (
        <div key={name}>
          <dt>{name.replaceAll('_', ' ')}</dt>
          <dd>
            {lines.map((line) => (
              <p key={line}>
                <Said text={line} />
              </p>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const READABLE = ['radar', 'handoff'];

function partsIn(text: string): readonly (readonly [string, readonly string[]])[] {
  try {
    const { result = {} } = JSON.parse(text) as { result?: Readonly<Record<string, unknown>> };
    return READABLE.flatMap((name) => Object.entries(result[name] ?? {})).flatMap(
      ([name, value]) => {
        const lines = linesIn(value);
        return lines.length === 0 ? [] : [[name, lines] as const];
      },
    );
  } catch {
    return [];
  }
}

function linesIn(value: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((each) => typeof each === 'string' && each !== '') as string[];
}
