/** The colours of the style sheet as a canvas needs them, in the theme that is shown. */

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { theme } from '../../theme.ts';
import { laneOf } from './thought-words.ts';

const NAMES = [
  ...['main', 'muted', 'accent', 'warn', 'busy', 'surface', 'line'],
  ...['lane-1', 'lane-2', 'lane-3', 'lane-4', 'lane-5', 'lane-6'],
] as const;

export type Ink = Readonly<Record<(typeof NAMES)[number], string>>;

export function inkOf(ink: Ink, chain: number): string {
  const lane = laneOf(chain);
  return ink[(lane === 'lane-main' ? 'main' : lane) as keyof Ink];
}

/**
 * A value such as `light-dark(…)` is resolved only where it is used, so each colour is given to an
 * element that nobody sees, and read back from there.
 */
export function useInk() {
  const root = useRef<HTMLSpanElement>(null);
  const [ink, setInk] = useState<Ink>();
  const [system, setSystem] = useState(0);
  useLayoutEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const changed = () => setSystem((now) => now + 1);
    dark.addEventListener('change', changed);
    return () => dark.removeEventListener('change', changed);
  }, []);
  useLayoutEffect(() => {
    const elements = root.current?.children;
    if (!elements) return;
    const colours = NAMES.map((name, index) => {
      const element = elements[index];
      return [name, element ? getComputedStyle(element).color : ''];
    });
    setInk(Object.fromEntries(colours) as Ink);
  }, [theme.value, system]);
  const probe = (
    <span ref={root} hidden>
      {NAMES.map((name) => (
        <i key={name} class={`ink-${name}`} />
      ))}
    </span>
  );
  return { probe, ink };
}
