/** A real Chromium for the tests of the page, and what went wrong in it. */

import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { CHROMIUM } from '../../../scripts/debian-packages.mjs';

/** As root there is no sandbox; the rest keeps Chromium from calling anybody. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function chromiumPath(): string {
  const found = CHROMIUM.places.find((path) => existsSync(path));
  if (found === undefined) throw new Error('the tests of the page need Chromium');
  return found;
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: FLAGS });
}

export interface WatchedPage {
  readonly page: Page;
  /** Errors on the console, exceptions, violations of the policy, and requests to other servers. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

export interface PageOptions {
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
}

/** A page in a context of its own, so that no test sees the storage of another. */
export async function openPage(
  browser: Browser,
  url: string,
  { scheme = 'light', width = 1280, height = 800 }: PageOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    colorScheme: scheme,
    viewport: { width, height },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const faults: string[] = [];
  await watch(context, new URL(url).origin, faults);
  // Only a failure takes this long.
  context.setDefaultTimeout(500_000);
  const page = await context.newPage();
  page.on('console', (message) => {
    // A server that is away is part of the tests; the browser reports it by itself.
    const isLink = /WebSocket connection to|ERR_CONNECTION_REFUSED/.test(message.text());
    if (message.type() === 'error' && !isLink) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`exception: ${error.stack}`));
  await page.goto(url);
  return { page, faults, close: () => context.close() };
}

async function watch(context: BrowserContext, origin: string, faults: string[]): Promise<void> {
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith('data:')) faults.push(`foreign: ${url}`);
  });
  await context.exposeFunction('reportViolation', (text: string) => faults.push(`policy: ${text}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = Reflect.get(window, 'reportViolation') as (text: string) => void;
      report(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
}
