/** The answer of a tool, exactly as an agent gets it; asked for again when its task changes. */

import { useEffect, useState } from 'preact/hooks';
import { askTool } from '../../live/rows.ts';
import { link } from '../../live/socket.ts';
import { CopyButton } from '../../shell/copy.tsx';

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
          What an agent reads when it calls <code>{tool}</code> for <code>{id}</code>.
        </p>
        {text !== undefined && <CopyButton text={text} />}
      </div>
      {refusal !== undefined && <p class="chip bad">{refusal}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <pre tabIndex={0} dir="auto" aria-label={tool}>
        {text ?? '…'}
      </pre>
    </div>
  );
}
