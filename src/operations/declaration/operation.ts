/**
 * An operation as the surface knows it: what is told of it, and how a call of it is prepared and
 * run. The types of its arguments, its view and its transaction never leave its declaration.
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

/**
 * The toolset that a tool belongs to. The others are choices from all of these: `core`, `daily`
 * and `full`, in `surface/toolsets.ts`.
 */
export type HomeToolset = 'reasoning' | 'tasks' | 'graph' | 'thoughtbox';

/**
 * What a call does: `pure` ones touch no memory at all; a `view` reads one plan or task, and moves
 * the focus there where the call names it and does not say `read_only`.
 */
export type Effect = 'pure' | 'read' | 'view' | 'write';

/** What a tool about one plan or task takes: the one named, else the one in focus. */
export type Aim = 'plan' | 'task' | 'either';

/** Arguments by name, each with the check of its value. */
export type Fields = Readonly<Record<string, z.ZodType>>;

/** Arguments that were checked by the schema of their tool. */
export type Input = Readonly<Record<string, unknown>>;

/** Whether a call only looks: by its input alone, or by what the memory holds already. */
export type Looks = boolean | ((tx: Reading) => Promise<boolean>);

/** The document place a call is about. */
export interface DocumentScope {
  readonly branch: Branch;
  readonly docs: DocumentNames;
  readonly target?: string;
}

/** What a view did to the focus before it looked. */
export interface FocusMove {
  readonly restored: boolean;
  readonly previous: string | null;
}

/** The operation that a call of a router means, with the arguments that are its own. */
export interface Routed {
  readonly operation: Operation;
  readonly args: unknown;
}

/** Where the calls of a router go, and what they take, a line each. */
export interface Router {
  readonly lines: readonly string[];
  route(args: JsonObject, catalogue: readonly Operation[]): Routed | Refusal;
}

/** What the surface must know of a tool before a call of it runs. */
export interface Traits {
  readonly effect: Effect;
  /** Of a tool that writes: which calls of it only look, and so take no write lock. */
  readonly looks?: (input: Input) => Looks;
  /** May take something away that was there. */
  readonly destructive: boolean;
  /** A repeat changes nothing more. */
  readonly idempotent: boolean;
  /** `none` touches no memory; a write creates it; `any` answers about one that does not exist. */
  readonly workspace: 'none' | 'any' | 'existing';
  /** How the answer shrinks to a budget, from the least painful cut to the last. */
  readonly trims: readonly Trim[];
  readonly aim?: Aim;
  readonly router?: Router;
  /** What a call with faults is mended to; only calls behind a router have one. */
  readonly minimal?: JsonObject;
}

/** What the surface can give to a call. Facets take from it what they declare. */
export interface Supply {
  reading(): Reading;
  /** For a call that only looks: one that throws when something is written. */
  writing(): Writing;
  target(aim: Aim): Promise<Target | Refusal>;
  scope(targetOnBranch: boolean): Promise<DocumentScope | Refusal>;
  /** The agents with a living process or session; undefined where nobody looks. */
  present(): Promise<ReadonlySet<string> | undefined>;
  /** What a view did to the focus. */
  readonly focus: FocusMove;
  /** Whether the whole view leaves; false where a portal only prints its lines. */
  readonly wantsView: boolean;
  /** The number of the batch that the call is part of. */
  readonly batch: number | undefined;
  /** A `read` caller changes nothing. */
  readonly role: 'read' | 'write';
  /** Nobody who could be met again: a request that stands alone, without a name. */
  readonly isPassing: boolean;
  /** Whether what the caller claims ends with its process or session. */
  readonly endsWithProcess: boolean;
  /** What its connection remembers; undefined where the transport has none. */
  readonly connection: { readonly state: GatewayState | undefined } | undefined;
  /** What the client said, where an earlier run of this call asked it. */
  readonly reply: ClientReply | undefined;
  readonly catalogue: readonly Operation[];
  /** A random UUID. */
  newId(): string;
  /** An id for a node of the work graph, by the place of the event that creates it. */
  newWorkId(seq: number, index: number): string;
  /** Another tool, in this same transaction, by the way every call takes. */
  invoke(tool: string, args: JsonObject, batch?: number): Promise<Answer | Refusal>;
}

/** The facts about this server that answers may report. */
export interface ServerFacts {
  readonly version: string;
  readonly storageDir: string;
  readonly schemaVersion: string;
  readonly defaultWorkspace: string | undefined;
  /** How long a claim on work holds. */
  readonly claimTtlMinutes: number;
  /** Whether work that another holds may be written to. */
  readonly claims: ClaimPolicy;
  /** Whether work may be resolved without evidence. */
  readonly evidenceOnResolve: EvidencePolicy;
  readonly thoughts: ThoughtFacts;
  /** Whether the tool is in the list that clients get; all can be called by name. */
  lists(tool: string): boolean;
}

/** What every call has, whatever its tool does. */
export interface BaseCall {
  readonly workspace: string;
  readonly nowMs: number;
  /** Who calls. */
  readonly agent: string;
  readonly server: ServerFacts;
}

/** A call that is right as it stands, without the workspace, which the reader knows. */
export interface ShownCall {
  readonly title: string;
  readonly args: JsonObject;
}

/** Whether answers are the seed's own JSON; a function where two seeds share a tool. */
export type Plain = boolean | ((args: unknown) => boolean);

export interface Operation extends Traits {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly toolset: HomeToolset;
  readonly fields: Fields;
  readonly schema: z.ZodType;
  /** All that a call of it can be refused with, of its own and by its facets. */
  readonly refusals: readonly RefusalCode[];
  /** Those of its own; each has an example. */
  readonly ownRefusals: readonly RefusalCode[];
  readonly example: ShownCall;
  readonly isPortal: boolean;
  readonly plain: Plain;
  /** Checks the arguments of a call, and says what it will do. */
  prepare(args: object): Prepared | Faults;
}

/** Why arguments do not fit. */
export interface Faults {
  readonly issues: readonly z.core.$ZodIssue[];
}

/** A call whose arguments fit. */
export interface Prepared {
  readonly operation: Operation;
  readonly input: Input;
  /** Whether it only looks; a tool that never writes only looks. */
  readonly looks: Looks;
  run(call: BaseCall, from: Supply): Promise<Answer | Refusal>;
}
