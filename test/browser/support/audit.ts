/** What a person who cannot see the page well needs of it: names for controls, and contrast. */

import type { Page } from 'playwright-core';

/** Of text against what is behind it. */
const LEAST_CONTRAST = 4.5;

/** The faults of what is shown now, in sentences; empty if there are none. */
export async function audit(page: Page): Promise<readonly string[]> {
  const [unnamed, pale, twice] = await Promise.all([
    page.evaluate(findUnnamed),
    page.evaluate(findPale, LEAST_CONTRAST),
    page.evaluate(findSameIds),
  ]);
  return [...new Set([...unnamed, ...pale, ...twice])];
}

/** Runs in the page: it must not use anything from outside. */
function findUnnamed(): string[] {
  const controls = 'button, a[href], input, select, [role=option], [role=treeitem], [role=tab]';
  const nameOf = (element: Element) =>
    element.getAttribute('aria-label') ||
    element.getAttribute('title') ||
    element.getAttribute('placeholder') ||
    (element.closest('label')?.textContent ?? '') ||
    (element.textContent ?? '');
  return [...document.querySelectorAll(controls)]
    .filter((element) => nameOf(element).trim() === '')
    .map((element) => `has no name: ${element.outerHTML.slice(0, 120)}`);
}

function findSameIds(): string[] {
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  return ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `is there twice: #${id}`);
}

function findPale(least: number): string[] {
  const parse = (color: string): number[] => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return [0, 0, 0, 0];
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  };
  const known = new Map<string, number[]>();
  const rgba = (color: string) => {
    const found = known.get(color) ?? parse(color);
    known.set(color, found);
    return found;
  };
  const luminance = ([red = 0, green = 0, blue = 0]: number[]) => {
    const part = (value: number) => {
      const share = value / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
  };
  const behind = (start: Element): number[] => {
    for (let at: Element | null = start; at; at = at.parentElement) {
      const color = rgba(getComputedStyle(at).backgroundColor);
      if (color[3] === 255) return color;
    }
    return [255, 255, 255, 255];
  };
  const texts = [...document.querySelectorAll('body *')].filter((element) => {
    const own = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
    );
    const box = element.getBoundingClientRect();
    return own && box.width > 1 && box.height > 1 && !(element as HTMLButtonElement).disabled;
  });
  return texts.flatMap((element) => {
    const color = rgba(getComputedStyle(element).color);
    const [a, b] = [luminance(color), luminance(behind(element))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast >= least) return [];
    return [`is pale (${contrast.toFixed(1)}): ${element.outerHTML.slice(0, 120)}`];
  });
}
