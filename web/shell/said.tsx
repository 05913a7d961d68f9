/** Words of agents: shown as text, whatever they contain, and never able to turn what is around. */

/** Characters without a shape of their own, or that change the direction of what follows. */
const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Shown as a symbol instead of taking effect. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, '\u2423');
}

interface SaidProps {
  readonly text: string;
  /** Keep its lines, or show it on one line that ends in an ellipsis. */
  readonly as?: 'lines' | 'one' | 'plain';
  readonly class?: string;
}

export function Said({ text, as = 'plain', class: more = '' }: SaidProps) {
  return (
    <span class={`said ${as} ${more}`} dir="auto">
      {visible(text)}
    </span>
  );
}
