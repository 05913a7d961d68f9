/**
 * The keys of the page. What is on the screen registers its own; the last one to register a key has
 * it. Everything registered is listed by `?` and can be run by Ctrl-K.
 */

import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

export interface KeyAction {
  /** One key such as `j`, `Enter` or `Ctrl+k`, two in a row such as `g t`, or several after `|`. */
  readonly keys: string;
  readonly does: string;
  /** Returns false if it does not apply now, so that another one may. */
  run(): unknown;
}

const LETTERS = 'waymark.letters';

/** Single letters can be switched off, for those who speak to their computer. */
export const lettersOn = signal(true);

const registered: { current: readonly KeyAction[] }[] = [];
let prefix = '';
let prefixTimer: ReturnType<typeof setTimeout> | undefined;
const PREFIX_MS = 1_000;

/** Registers keys for as long as the component is shown. */
export function useKeys(actions: readonly KeyAction[]): void {
  const holder = useRef(actions);
  holder.current = actions;
  // With what is on the screen, not after it: whoever sees it may press at once.
  useLayoutEffect(() => {
    registered.push(holder);
    return () => void registered.splice(registered.indexOf(holder), 1);
  }, []);
}

/** Everything that can be done now; the most particular first. */
export function knownActions(): readonly KeyAction[] {
  return registered.toReversed().flatMap(({ current }) => current);
}

export function startKeys(): void {
  lettersOn.value = localStorage.getItem(LETTERS) !== 'off';
  addEventListener('keydown', (event) => {
    const pressed = nameOf(event);
    if (pressed === undefined || isTyping(event)) return;
    const whole = prefix === '' ? pressed : `${prefix} ${pressed}`;
    forgetPrefix();
    if (run(whole) || (whole !== pressed && run(pressed))) event.preventDefault();
    else if (pressed === 'g' && lettersOn.value) rememberPrefix(pressed);
  });
}

export function switchLetters(): void {
  lettersOn.value = !lettersOn.value;
  localStorage.setItem(LETTERS, lettersOn.value ? 'on' : 'off');
}

function run(pressed: string): boolean {
  if (!lettersOn.value && /^\S( \S)?$/.test(pressed) && pressed !== '?') return false;
  return knownActions().some(
    ({ keys, run: act }) => keys.split('|').includes(pressed) && act() !== false,
  );
}

function nameOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | undefined {
  if (altKey || ['Shift', 'Control', 'Meta', 'Alt'].includes(key)) return undefined;
  return ctrlKey || metaKey ? `Ctrl+${key.toLowerCase()}` : key;
}

/** A letter belongs to the field that has the focus; Escape and Ctrl-K always work. */
function isTyping({ target, key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement) || key === 'Escape' || ctrlKey || metaKey) return false;
  return target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]');
}

function rememberPrefix(pressed: string): void {
  prefix = pressed;
  prefixTimer = setTimeout(forgetPrefix, PREFIX_MS);
}

function forgetPrefix(): void {
  clearTimeout(prefixTimer);
  prefix = '';
}
