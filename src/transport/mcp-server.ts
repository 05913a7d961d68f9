/** Creates the MCP server object of one connection or request, for every protocol revision. */

import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { Cancelled, throwIfCancelled } from '../kernel/cancelled.ts';
import { SerialQueue, type Turn } from '../kernel/serial-queue.ts';
import type { ClientReply, Operation } from '../operations/declaration/define-operation.ts';
import type { Caller } from '../surface/caller.ts';
import { dispatch, refuseUnopened } from '../surface/dispatch.ts';
import { listedTool } from '../surface/listing.ts';
import { wroteNothing } from '../surface/perform.ts';
import { type Reply, renderBug } from '../surface/render.ts';
import type { Surface, ToolCall } from '../surface/surface.ts';
import { isToolset, listedTools, TOOLSETS, type Toolset } from '../surface/toolsets.ts';
import type { Visitor } from '../surface/visitor.ts';
import {
  askNow,
  type Brought,
  broughtAlong,
  canAsk,
  isModern,
  question,
  questionForHome,
} from './ask-client.ts';
import { serveAssets } from './assets.ts';
import { instructionsFor } from './instructions.ts';
import { type Home, type MeetingOptions, meetClient } from './meet-client.ts';
import { CALL_TOOL, LIST_TOOLS } from './params.ts';
import { progressTo } from './progress.ts';

export interface McpOptions extends MeetingOptions {
  /** Listings wait for it, as calls wait for the memory. */
  readonly catalogue: () => Promise<readonly Operation[]>;
  readonly version: string;
  /** Only calls wait for it: a client is greeted before the memory is open. */
  readonly surface: () => Promise<Surface>;
  readonly now: () => number;
  readonly toolsets: readonly Toolset[];
  /** Whether answers also carry `structuredContent`. */
  readonly structured: boolean;
  /** Whether every call may omit the workspace, whichever caller makes it. */
  readonly workspaceIsKnown: boolean;
  readonly log: (line: string) => void;
  /** The session of a client over HTTP has ended. */
  readonly onSessionEnded: (session: string) => void;
}

export function mcpServer(options: McpOptions, visitor: Visitor): Server {
  const { structured } = options;
  const server = introduced(options);
  const calls = new SerialQueue();
  const meeting = meetClient(server, options, visitor);

  listTools(server, options, visitor);

  const answerTo = async (call: ToolCall, asked: Asked, turn: Turn): Promise<CallerReply> => {
    const { ctx, home, brought, said } = asked;
    let surface: Surface;
    let caller: Caller;
    try {
      surface = await options.surface();
      caller = await meeting.caller(surface, ctx, home, brought);
    } catch (error) {
      return refuseUnopened(await options.catalogue(), call, options.now(), error);
    }
    // Roots that the transport asked for are no reply to the tool. If it never asks, the reply is
    // wrong.
    const own = brought?.isForHome && options.asksRoots;
    const reply = said ?? (own ? undefined : brought?.reply);
    const { signal } = ctx.mcpReq;
    const report = progressTo(ctx, options.now);
    const answer = await dispatch(surface, call, caller, { reply, signal, report, ...turn });
    meeting.answered(surface, caller, call.tool);
    return { ...answer, caller };
  };

  /** Calls of a connection run in order; while the client is asked or a job runs, it may call. */
  const answered = (call: ToolCall, asked: Asked) =>
    calls.run(async (turn) => {
      throwIfCancelled(asked.ctx.mcpReq.signal);
      try {
        return await answerTo(call, asked, turn);
      } catch (bug) {
        // The SDK sends no answer to a call that was cancelled, whatever its outcome.
        if (bug instanceof Cancelled) throw bug;
        return reportBug(options, call, bug);
      }
    });

  server.setRequestHandler('tools/call', { params: CALL_TOOL }, async (params, ctx) => {
    const call = { tool: params.name, args: params.arguments };
    const brought = broughtAlong(ctx);
    const home = await meeting.home(ctx, call, brought);
    if (home === 'ask') return questionForHome();
    const reply = await answered(call, { ctx, home, brought });
    const { ask, caller } = reply;
    if (!ask || !canAsk(server, ctx, ask)) return result(reply, structured);
    if (isModern(ctx)) {
      return question(ask, { agent: caller?.agent ?? '', workspace: caller?.workspace });
    }
    const said = await askNow(server, ctx, ask);
    return result(said ? await answered(call, { ctx, home, said }) : reply, structured);
  });
  const look = async (tool: string, ctx: ServerContext) => {
    const call = { tool, args: {} };
    const home = await meeting.home(ctx, call, undefined);
    // A prompt has no second round in which the client could tell its roots.
    return (await answered(call, { ctx, home: home === 'ask' ? undefined : home })).text;
  };
  serveAssets(server, { catalogue: options.catalogue, look });
  return server;
}

/** The server as its clients meet it, before it answers anything. */
function introduced({ version, toolsets }: McpOptions): Server {
  return new Server(
    { name: 'waymark', title: 'Waymark', version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      instructions: instructionsFor(toolsets),
    },
  );
}

function reportBug({ log }: McpOptions, { tool }: ToolCall, bug: unknown): CallerReply {
  log(`bug in ${tool}: ${bug instanceof Error ? bug.stack : String(bug)}`);
  const undone = wroteNothing(bug) ? '; nothing was written' : '';
  const message = `${tool} failed inside the server${undone}`;
  const told = renderBug(tool, message);
  if (told) return { ...told, caller: undefined };
  throw new ProtocolError(ProtocolErrorCode.InternalError, message);
}

function listTools(server: Server, options: McpOptions, visitor: Visitor): void {
  const { structured } = options;
  const isKnown =
    options.workspaceIsKnown || visitor.workspace !== undefined || visitor.workspaces?.length === 1;
  server.setRequestHandler('tools/list', { params: LIST_TOOLS }, async ({ toolset }, ctx) => {
    const toolsets = toolsetsFor(toolset, options.toolsets);
    const asks = options.asksRoots && canAsk(server, ctx, { kind: 'roots' });
    return {
      tools: listedTools(await options.catalogue(), toolsets).map((each) =>
        listedTool(each, { structured, workspaceIsKnown: isKnown || asks, toolsets }),
      ),
    };
  });
}

interface CallerReply extends Reply {
  readonly caller?: Caller | undefined;
}

/** What a call brings besides its arguments. */
interface Asked {
  readonly ctx: ServerContext;
  readonly home: Home;
  /** In the current revision: what the client sent with this second call. */
  readonly brought?: Brought | undefined;
  /** In earlier revisions: the client's answer to our request. */
  readonly said?: ClientReply;
}

function result({ text, isError, structured: view }: Reply, structured: boolean) {
  return {
    content: [{ type: 'text' as const, text }],
    ...(structured ? { structuredContent: view } : {}),
    isError,
  };
}

function toolsetsFor(asked: unknown, launched: readonly Toolset[]): readonly Toolset[] {
  if (asked === undefined) return launched;
  if (typeof asked === 'string' && isToolset(asked)) return [asked];
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `toolset: expected one of ${TOOLSETS.join(', ')}`,
  );
}
