/** Serves resources and prompts. Their content is loaded with the first request for any of them. */

import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { firstCharacters } from '../kernel/excerpt.ts';
import type { Operation } from '../operations/declaration/define-operation.ts';
import { COMPLETE, GET_PROMPT, READ_RESOURCE } from './params.ts';

export interface AssetOptions {
  readonly catalogue: () => Promise<readonly Operation[]>;
  /** The text that a tool answers to the client that asks. */
  readonly look: (tool: string, ctx: ServerContext) => Promise<string>;
}

const resources = () => import('../surface/assets/resources.ts');
const prompts = () => import('../surface/assets/prompts.ts');

export function serveAssets(server: Server, { catalogue, look }: AssetOptions): void {
  server.setRequestHandler('resources/list', async () => ({
    resources: [...(await resources()).listResources()],
  }));

  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: [...(await resources()).listResourceTemplates()],
  }));

  server.setRequestHandler('resources/read', { params: READ_RESOURCE }, async ({ uri }) => {
    const { nearestResource, readResource } = await resources();
    const found = readResource(uri);
    if (found) return { contents: [{ ...found }] };
    const meant = nearestResource(uri);
    const hint = meant === undefined ? '' : ` did you mean ${meant}?`;
    const shown = firstCharacters(uri, MAX_URI);
    throw new ResourceNotFoundError(
      shown,
      `no resource ${shown}:${hint} resources/list and resources/templates/list show what exists`,
    );
  });

  server.setRequestHandler('completion/complete', { params: COMPLETE }, async (params) => {
    const { ref, argument, context } = params;
    const { completeTemplate } = await resources();
    const values =
      ref.type === 'ref/resource'
        ? completeTemplate(ref.uri ?? '', argument, context?.arguments ?? {})
        : [];
    return { completion: { values: [...values], total: values.length, hasMore: false } };
  });

  server.setRequestHandler('prompts/list', async () => ({
    prompts: (await prompts()).listPrompts().map((each) => ({
      ...each,
      arguments: [...each.arguments],
    })),
  }));

  server.setRequestHandler('prompts/get', { params: GET_PROMPT }, async (params, ctx) => {
    const { getPrompt, quotedTool } = await prompts();
    const { name, arguments: values = {} } = params;
    const tool = quotedTool(name);
    const answer = tool === undefined ? undefined : await look(tool, ctx);
    const prompt = getPrompt(name, values, await catalogue(), answer);
    if (!('fault' in prompt)) return { ...prompt, messages: [...prompt.messages] };
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `${prompt.fault}; prompts/list shows the prompts and their arguments`,
    );
  });
}

/** How much of a URI an error repeats: none of ours is longer. */
const MAX_URI = 200;
