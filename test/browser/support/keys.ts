/** Keys as fast hands press them. */

import type { Page } from 'playwright-core';

/** The label of what has the focus behind a key, before the next frame: Enter may come there. */
export function focusedBehind(page: Page, pressed: string): Promise<string | null | undefined> {
  return page.evaluate(async (key) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
    await new Promise((resolve) => setTimeout(resolve));
    return document.activeElement?.getAttribute('aria-label');
  }, pressed);
}
