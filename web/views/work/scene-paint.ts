/** The colours of the page as a canvas needs them, again whenever the theme changes. */

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ScenePaint } from '../../graph/canvas-drawing.ts';
import { theme } from '../../theme.ts';

/** Names of tokens, by kind of box. */
export interface Tokens {
  readonly fills: readonly string[];
  readonly edges: readonly string[];
  readonly inks: readonly string[];
}

export function usePaint(tokens: Tokens): ScenePaint {
  const isDark = useDark();
  const chosen = theme.value;
  return useMemo(() => paintOf(tokens), [tokens, isDark, chosen]);
}

function useDark(): boolean {
  const query = useMemo(() => matchMedia('(prefers-color-scheme: dark)'), []);
  const [isDark, setDark] = useState(query.matches);
  useEffect(() => {
    const changed = () => setDark(query.matches);
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  }, [query]);
  return isDark;
}

/** A token may be different in light and dark: only an element knows what it is now. */
function paintOf({ fills, edges, inks }: Tokens): ScenePaint {
  const probe = document.body.appendChild(document.createElement('i'));
  const colour = (value: string) => {
    probe.style.color = value;
    return getComputedStyle(probe).color;
  };
  const token = (name: string) => colour(name.includes('(') ? name : `var(--${name})`);
  const paint = {
    ground: token('bg'),
    line: token('strong-line'),
    accent: token('accent'),
    font: getComputedStyle(document.body).fontFamily,
    fills: fills.map(token),
    edges: edges.map(token),
    inks: inks.map(token),
  };
  probe.remove();
  return paint;
}
