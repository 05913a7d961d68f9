/**
 * An operation as the surface knows it: its description, and how a call is prepared and run. The
 * types of its arguments, its view and its transaction are known only inside its declaration.
 */

import type * as z from 'zod';
import type { Branch } from '../../domain/branches/branch.ts';
import type { DocumentNames } from '../../domain/documents/document.ts';
import type { Target } from '../../domain/tasks/target.ts';
import type { GatewayState } from '../../domain/thoughts/gateway-state.ts';
import type { ThoughtFacts } from '../../domain/thoughts/thought-facts.ts';
import type { ClaimPolicy } from '../../domain/work/claim-policy.ts';
import type { EvidencePolicy } from '../../domain/work/evidence-policy.ts';
import type { Trim } from '../../kernel/budget.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Refusal, RefusalCode } from '../../kernel/refusal.ts';
import type { Reading, Writing } from '../../store/port.ts';
import type { Answer, ClientReply } from './answer.ts';
import type { Sandbox } from './sandbox.ts';

/**
 * The toolsets that a tool can belong to. The others are choices from all of these: `core`, `daily`
 * and `full`, in `surface/toolsets.ts`.
 */
export const HOME_TOOLSETS = ['tasks', 'reasoning', 'graph', 'thoughtbox'] as const;

/** Taken from the list, so that the error about a wrong value names the right ones. */
export type HomeToolset = (typeof HOME_TOOLSETS)[number];

/**
 * What a call does: `pure` reads and writes no memory; a `view` reads one target, and moves the
 * focus to it if the call names it without `read_only`.
 */
export type Effect = 'pure' | 'read' | 'view' | 'write';

/** The kind of target that a tool is about: the target that is named, else the one in focus. */
export type Aim = 'plan' | 'task' | 'either';

/** Arguments by name, each with the schema of its value. */
export type Fields = Readonly<Record<string, z.ZodType>>;

/** Arguments that were checked by the schema of their tool. */
export type Input = Readonly<Record<string, unknown>>;

/** Whether a call only reads: decided by its input alone, or by what is stored already. */
export type ReadOnly = boolean | ((tx: Reading) => Promise<boolean>);

/** The branch and documents that a call is about. */
export interface DocumentScope {
  readonly branch: Branch;
  readonly docs: DocumentNames;
  readonly target?: string;
}

/** What a view did to the focus before it read. */
export interface FocusMove {
  readonly restored: boolean;
  readonly previous: string | null;
}

/** The operation that a router leads a call to, with the arguments for it. */
export interface Routed {
  readonly operation: Operation;
  readonly args: unknown;
}

/** A tool whose calls go to other operations; one line describes each of them. */
export interface Router {
  readonly lines: readonly string[];
  route(args: JsonObject, catalogue: readonly Operation[]): Routed | Refusal;
}

/** What the surface must know of a tool before it runs a call. */
export interface Traits {
  readonly effect: Effect;
  /** Of a tool that writes: which of its calls only read, and therefore take no write lock. */
  readonly isReadOnly?: (input: Input) => ReadOnly;
  /** May delete or replace something. */
  readonly destructive: boolean;
  /** A repeat changes nothing more. */
  readonly idempotent: boolean;
  /**
   * `none`: takes no workspace; `any`: also answers for a workspace that does not exist. A write
   * creates it.
   */
  readonly workspace: 'none' | 'any' | 'existing';
  /** How the answer shrinks to a budget; the cut that loses least comes first. */
  readonly trims: readonly Trim[];
  /** The bytes of an answer at most, if the caller sets no budget. */
  readonly room?: number;
  readonly aim?: Aim;
  readonly router?: Router;
  /**
   * The smallest valid call, to suggest when the arguments are wrong; only operations behind a
   * router have one.
   */
  readonly minimal?: JsonObject;
  /**
   * Arguments that do not decide where the caller's words go, nor as what: if one of them is wrong,
   * the corrected call is proposed without it and keeps the words.
   */
  readonly minor?: readonly string[];
}

/** What the surface can provide to a call. Facets take from it what they declare. */
export interface Supply {
  reading(): Reading;
  /** For a call that only reads, this throws when something is written. */
  writing(): Writing;
  target(aim: Aim): Promise<Target | Refusal>;
  /** The same; undefined if no target is named and nothing is in focus. */
  targetIfAny(aim: Aim): Promise<Target | undefined | Refusal>;
  scope(targetOnBranch: boolean): Promise<DocumentScope | Refusal>;
  /** The agents with a living process or session; undefined if presence is not tracked. */
  present(): Promise<ReadonlySet<string> | undefined>;
  /** What a view did to the focus. */
  readonly focus: FocusMove;
  /** Whether the whole view is sent; false if a portal only prints its lines. */
  readonly wantsView: boolean;
  /** The number of the batch that the call is part of. */
  readonly batch: number | undefined;
  /** A `read` caller changes nothing. */
  readonly role: 'read' | 'write';
  /**
   * Whether the caller has neither a name nor a session, so that no later call can be matched to
   * it.
   */
  readonly isAnonymous: boolean;
  /** Whether the claims of the caller end with its process or session. */
  readonly endsWithProcess: boolean;
  /** Shows, in the open transaction, that the caller is present when it claims. */
  attend(): Promise<void>;
  /** The state of its connection; undefined if the transport has no connections. */
  readonly connection: { readonly state: GatewayState | undefined } | undefined;
  /** The reply of the client, if an earlier run of this call asked for one. */
  readonly reply: ClientReply | undefined;
  readonly catalogue: readonly Operation[];
  /** Runs the cells of notebooks. */
  readonly sandbox: Sandbox;
  /** A random UUID. */
  newId(): string;
  /**
   * An id for a node of the work graph; `seq` and `index` locate it in the event that creates it.
   */
  newWorkId(seq: number, index: number): string;
  /** Calls another tool in the same transaction, with all checks of a call. */
  invoke(tool: string, args: JsonObject, batch?: number): Promise<Answer | Refusal>;
}

/** The facts about this server that answers may report. */
export interface ServerFacts {
  readonly version: string;
  readonly storageDir: string;
  readonly schemaVersion: string;
  readonly defaultWorkspace: string | undefined;
  /** How long a claim on work lasts. */
  readonly claimTtlMinutes: number;
  /** Whether a node that another agent holds may be written to. */
  readonly claims: ClaimPolicy;
  /** Whether work may be resolved without evidence. */
  readonly evidenceOnResolve: EvidencePolicy;
  readonly thoughts: ThoughtFacts;
  /** What the owner of the memory should know about it, in sentences. */
  readonly notices?: () => readonly string[];
  /** Whether clients get the tool in their list; a tool that is not listed can still be called. */
  lists(tool: string): boolean;
  /** Whether the client of this call can call the tool by its name: many call only what is listed. */
  reaches(tool: string): boolean;
}

/** What every call has, whichever tool it is for. */
export interface BaseCall {
  readonly workspace: string;
  readonly nowMs: number;
  /** The agent that calls. */
  readonly agent: string;
  readonly server: ServerFacts;
}

/** A valid call, without the workspace, which the reader knows. */
export interface ShownCall {
  readonly title: string;
  readonly args: JsonObject;
}

/** Whether answers are plain JSON of the contract; a function if it depends on the arguments. */
export type Plain = boolean | ((args: unknown) => boolean);

export interface Operation extends Traits {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly toolset: HomeToolset;
  readonly fields: Fields;
  readonly schema: z.ZodType;
  /** All codes that a call can be refused with: its own and those of its facets. */
  readonly refusals: readonly RefusalCode[];
  /** Its own codes; each has an example. */
  readonly ownRefusals: readonly RefusalCode[];
  readonly example: ShownCall;
  readonly isPortal: boolean;
  readonly plain: Plain;
  /** Checks the arguments of a call, and returns the call ready to run. */
  prepare(args: object): Prepared | Faults;
}

/** Why arguments do not match the schema. */
export interface Faults {
  readonly issues: readonly z.core.$ZodIssue[];
}

/** A call whose arguments match the schema. */
export interface Prepared {
  readonly operation: Operation;
  readonly input: Input;
  /** Whether it only reads; always true for a tool that never writes. */
  readonly isReadOnly: ReadOnly;
  run(call: BaseCall, from: Supply): Promise<Answer | Refusal>;
}
