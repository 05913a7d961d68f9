/** Light, dark, or as the system has it; kept in the browser. */

import { signal } from '@preact/signals';

const KEY = 'waymark.theme';
const THEMES = ['auto', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

export const theme = signal<Theme>('auto');

export function startTheme(): void {
  show(THEMES.find((each) => each === localStorage.getItem(KEY)) ?? 'auto');
}

export function nextTheme(): void {
  show(THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'auto');
  localStorage.setItem(KEY, theme.value);
}

function show(chosen: Theme): void {
  theme.value = chosen;
  if (chosen === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}
