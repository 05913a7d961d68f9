/** Finds out which agent a request comes from and which workspace it means. */

import {
  CLIENT_INFO_META_KEY,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isFileUri } from '../kernel/file-uri.ts';
import type { ClientReply, ClientRoot } from '../operations/declaration/define-operation.ts';
import type { Caller } from '../surface/caller.ts';
import type { Surface, ToolCall } from '../surface/surface.ts';
import { callerFrom, clientName, isPassingName, type Visitor } from '../surface/visitor.ts';
import { askNow, type Brought, canAsk, isModern } from './ask-client.ts';

export interface Meeting {
  /** The workspace of calls that name none; `ask` if the client must be asked for its roots. */
  home(ctx: ServerContext, call: ToolCall, brought: Brought | undefined): Promise<Home>;
  caller(surface: Surface, ctx: ServerContext, home: Home, brought?: Brought): Promise<Caller>;
  /** Called after a call was answered. */
  answered(surface: Surface, caller: Caller, tool: string): void;
}

export type Home = string | undefined | 'ask';

export interface MeetingOptions {
  /** Whether roots decide the workspace, if nothing else does. */
  readonly asksRoots: boolean;
  /** The workspace of a client's root; undefined if the root belongs to no project. */
  readonly workspaceOf: (root: ClientRoot) => Promise<string | undefined>;
  readonly newId: () => string;
}

export function meetClient(server: Server, options: MeetingOptions, visitor: Visitor): Meeting {
  const fromRoots = async (reply: ClientReply | undefined): Promise<string | undefined> => {
    const roots = reply?.kind === 'roots' ? reply.roots : [];
    const root = roots.find(({ uri }) => isFileUri(uri));
    return root && options.workspaceOf(root);
  };

  return {
    async home(ctx, call, brought) {
      if (visitor.workspace !== undefined) return visitor.workspace;
      if (!options.asksRoots || namesWorkspace(call)) return undefined;
      if (brought?.workspace !== undefined) return brought.workspace;
      if (brought?.isForHome) {
        const found = fromRoots(brought.reply);
        if (visitor.connection) visitor.connection.home ??= found;
        return found;
      }
      if (visitor.connection?.home) return visitor.connection.home;
      if (!canAsk(server, ctx, { kind: 'roots' })) return undefined;
      if (isModern(ctx)) return 'ask';
      const found = askNow(server, ctx, { kind: 'roots' }).then(fromRoots);
      if (visitor.connection) visitor.connection.home = found;
      return found;
    },

    async caller(surface, ctx, home, brought) {
      const client = clientOf(server, ctx);
      const met = { ...visitor, ...(home === undefined ? {} : { workspace: home }) };
      const caller = callerFrom(met, client, options.newId);
      if (caller.isAnonymous) {
        // The second half of a call that asked something belongs to the same caller.
        const earlier = brought?.agent;
        return earlier !== undefined && isPassingName(earlier)
          ? { ...caller, agent: earlier }
          : caller;
      }
      const hasEnd = visitor.session !== undefined;
      const { attendance } = surface;
      if (!attendance) return caller;
      const id = idOf(visitor, caller);
      attendance.arrive({ id, agent: caller.agent, client: clientName(client), hasEnd });
      if (!hasEnd) return caller;
      const presence = () => attendance.rowOf(id);
      return { ...caller, presence, endsWithProcess: () => attendance.settle(id) };
    },

    answered(surface, caller, tool) {
      const place = caller.connection?.place ?? { workspace: caller.workspace ?? '', worksOn: '' };
      if (!caller.isAnonymous) surface.attendance?.note(idOf(visitor, caller), { ...place, tool });
    },
  };
}

/** Unique within the process: the session, or the name under which requests come. */
function idOf({ session }: Visitor, { agent }: Caller): string {
  return session === undefined ? `name:${agent}` : presenceIdOf(session);
}

/** The id of a session in presence; for the code that sees the session end. */
export function presenceIdOf(session: string): string {
  return `session:${session}`;
}

function clientOf(server: Server, ctx: ServerContext): string | undefined {
  const envelope = ctx.mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  const info = (envelope?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion()) as
    | { readonly name?: unknown }
    | undefined;
  return typeof info?.name === 'string' ? info.name : undefined;
}

function namesWorkspace({ args }: ToolCall): boolean {
  return typeof args === 'object' && args !== null && 'workspace' in args && args.workspace != null;
}
