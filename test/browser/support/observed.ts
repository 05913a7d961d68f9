/** A memory with a real server and a real browser on it, as the tests of the page need it. */

import type { Browser } from 'playwright-core';
import { anyPlace, type TestPlace } from '../../support/engines.ts';
import { type HttpServer, startHttpServer } from '../../support/http-server.ts';
import { StdioClient } from '../../support/stdio-client.ts';
import { openBrowser, openPage, type PageOptions, type WatchedPage } from './browser.ts';

export interface Observed {
  readonly place: TestPlace;
  readonly browser: Browser;
  readonly server: HttpServer;
  /** An agent in another process than the server. */
  readonly agent: StdioClient;
  /** Opens an address of the page, such as `/w/acme/tasks`. */
  open(path?: string, options?: PageOptions): Promise<WatchedPage>;
  close(): Promise<void>;
}

export const WORKSPACE = 'acme';

export async function observe(more: readonly string[] = []): Promise<Observed> {
  const place = await anyPlace();
  const server = await startHttpServer({ flags: place.flags, workspace: WORKSPACE, more });
  const agent = await StdioClient.start({ flags: place.flags, workspace: WORKSPACE });
  const browser = await openBrowser();
  return {
    place,
    browser,
    server,
    agent,
    open: (path = `/w/${WORKSPACE}`, options = {}) =>
      openPage(browser, new URL(path, server.observatoryUrl).href, options),
    async close() {
      await browser.close();
      await agent.close();
      await server.stop();
      await place.remove();
    },
  };
}
