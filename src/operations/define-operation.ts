/**
 * The declaration of a tool. Schema, annotations, reference page, examples and the tests of its
 * refusals are all derived from this one object.
 */

import * as z from 'zod';
import type { Branch } from '../domain/branches/branch.ts';
import type { DocumentNames } from '../domain/documents/document.ts';
import type { Entity } from '../domain/tasks/entity.ts';
import type { GatewayState } from '../domain/thoughts/gateway-state.ts';
import type { Trim } from '../kernel/budget.ts';
import type { ClaimPolicy } from '../kernel/claim-policy.ts';
import type { EvidencePolicy } from '../kernel/evidence-policy.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { Refusal, RefusalCode } from '../kernel/refusal.ts';
import type { Suggestion, ToolSuggestion } from '../kernel/suggestion.ts';
import type { ThoughtFacts } from '../kernel/thought-facts.ts';
import type { Reading, Writing } from '../store/port.ts';

/**
 * What a call does: `pure` ones touch no memory at all; a `view` reads one plan or task, and moves
 * the focus there where the call names it and does not say `read_only`.
 */
export type Effect = 'pure' | 'read' | 'view' | 'write';

/** By the input alone, or by what is there already. */
export type Reads = boolean | ((tx: Reading) => Promise<boolean>);

/** Whether answers are the seed's own JSON; a function where two seeds share a tool. */
export type Plain = boolean | ((args: unknown) => boolean);

/** What a tool about one plan or task takes: the one named, else the one in focus. */
export type Aim = 'plan' | 'task' | 'either';

export type Family = 'reasoning' | 'tasks' | 'graph' | 'thoughtbox';

/** One call, as written by a caller. */
export interface ExampleCall {
  readonly tool: string;
  readonly args: JsonObject;
  /** Who calls, where it is not the one whose example it is. */
  readonly agent?: string;
}

export interface Example {
  readonly title: string;
  /** Calls that set the scene. */
  readonly before?: readonly ExampleCall[];
  readonly args: JsonObject;
  /** A configuration other than the usual, where only that leads here. */
  readonly server?: Partial<ServerFacts>;
}

export interface Warning {
  readonly code: string;
  readonly message: string;
  readonly recovery: string;
}

/** What a call answers, before redaction, budget and rendering. */
export interface Answer<View extends JsonObject = JsonObject> {
  readonly view: View;
  readonly warnings: readonly Warning[];
  readonly suggestions: readonly Suggestion[];
  /** Cuts that only this answer knows how to make, after those of its tool. */
  readonly trims?: readonly Trim[];
  /** Where the caller's connection stands from now on. */
  readonly connection?: GatewayState;
  /** What the caller has in hand from now on: a plan, a task, a node of work. */
  readonly worksOn?: string;
  /** What the client is asked for; this answer stands where it cannot be. */
  readonly ask?: Ask;
}

/** Something only the client has. What it says comes back as `reply` of a second run. */
export type Ask =
  | { readonly kind: 'roots' }
  | {
      readonly kind: 'sampling';
      readonly prompt: SamplingPrompt;
      /** Comes back with the reply; it has been in the client's hands by then. */
      readonly state: string;
    };

export interface SamplingPrompt {
  readonly systemPrompt: string;
  readonly message: string;
  readonly maxTokens: number;
  readonly modelHint: string;
  readonly intelligencePriority: number;
  readonly costPriority: number;
}

/** What the client said to an `ask`. */
export type ClientReply =
  | { readonly kind: 'roots'; readonly roots: readonly ClientRoot[] }
  | {
      readonly kind: 'sampling';
      readonly text: string;
      readonly model: string;
      readonly state: string;
    }
  | { readonly kind: 'failed'; readonly message: string; readonly state: string };

export interface ClientRoot {
  readonly uri: string;
  readonly name?: string | undefined;
}

export function answer<View extends JsonObject>(
  view: View,
  extras: Partial<Pick<Answer, 'warnings' | 'suggestions' | 'trims'>> = {},
): Answer<View> {
  return { view, warnings: [], suggestions: [], ...extras };
}

/** A portal's answer: a line of state, then at most two commands, copied and run as they stand. */
export interface Portal {
  readonly state: readonly string[];
  readonly commands?: readonly ToolSuggestion[];
  /** Where there is more to read, as arguments: `notes_cursor=12`. */
  readonly more?: string | undefined;
}

/** The facts about this server that answers may tell. */
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

/** The document place a call is about, as the surface resolved it. */
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

export interface Call<Ef extends Effect, Scoped extends boolean, Aimed extends Aim | undefined> {
  readonly workspace: string;
  readonly nowMs: number;
  /** Who calls. */
  readonly agent: string;
  /** A `read` caller changes nothing. */
  readonly role: 'read' | 'write';
  /** Nobody who could be met again: a request that stands alone, without a name. */
  readonly isPassing: boolean;
  /** What its connection remembers; undefined where the transport has none. */
  readonly connection: { readonly state: GatewayState | undefined } | undefined;
  /** What the client said, where an earlier run of this call asked it. */
  readonly reply: ClientReply | undefined;
  readonly server: ServerFacts;
  /** A random UUID. */
  newId(): string;
  /** An id for a node of the work graph, by the place of the event that makes it. */
  newWorkId(seq: number, index: number): string;
  /** The agents with a living process or session; undefined where nobody looks. */
  readonly present: ReadonlySet<string> | undefined;
  /** Whether what the caller claims ends with its process or session. */
  readonly endsWithProcess: boolean;
  readonly catalogue: readonly Operation[];
  readonly tx: Ef extends 'write' ? Writing : Ef extends 'pure' ? undefined : Reading;
  readonly scope: Scoped extends true ? DocumentScope : undefined;
  /** The plan or task it is about. */
  readonly target: Aimed extends Aim ? Entity : undefined;
  readonly focus: FocusMove;
  /**
   * Whether the whole view leaves. Where a portal only prints its lines, it may leave out of the
   * view what they do not need.
   */
  readonly wantsView: boolean;
  /** Another tool, in this same transaction, by the way every call takes. */
  invoke(tool: string, args: JsonObject, batch?: number): Promise<Answer | Refusal>;
  /** The number of the batch that the call is part of. */
  readonly batch: number | undefined;
}

/** A call whose types are forgotten. */
export type AnyCall = Call<Effect, boolean, Aim | undefined>;

interface Declaration<
  Shape extends z.ZodRawShape,
  View extends JsonObject,
  Ef extends Effect,
  Scoped extends boolean,
  Aimed extends Aim | undefined,
> {
  readonly name: string;
  readonly title: string;
  /** What it does and returns, in one or two sentences; no orders to the reader. */
  readonly description: string;
  readonly family: Family;
  readonly effect: Ef;
  /** Of a tool that writes: which calls of it only read, and so take no write lock. */
  readonly reads?: (input: z.output<z.ZodObject<Shape>>) => Reads;
  /** May take something away that was there. */
  readonly destructive?: boolean;
  /** A repeat changes nothing more. */
  readonly idempotent?: boolean;
  /**
   * Whether the workspace must be there. A write makes it; `any` answers about one that is not.
   */
  readonly workspace?: 'any';
  /** Whether it matters to its answer who is there. */
  readonly seesPresence?: true;
  /** Whether target, focus and checkout decide which document is meant. */
  readonly scoped?: Scoped;
  readonly aim?: Aimed;
  /** A target may be given with a branch: its documents are then meant on that one. */
  readonly targetOnBranch?: true;
  readonly input: Shape;
  /** The refusals of its own, each with a call that reaches it. */
  readonly refusals: { readonly [Code in RefusalCode]?: Example };
  readonly examples: readonly Example[];
  /** How the answer shrinks to a budget, from the least painful cut to the last. */
  readonly trims?: readonly Trim[];
  /** Renders lines instead of an envelope. */
  readonly portal?: (view: View) => Portal;
  /** Answers in the seed's own JSON instead of an envelope. */
  readonly plain?: Plain;
  readonly minimal?: JsonObject;
  readonly route?: Operation['route'];
  readonly routes?: readonly string[];
  run(
    input: z.output<z.ZodObject<Shape>>,
    call: Call<Ef, Scoped, Aimed>,
  ): Promise<Answer<View> | Refusal>;
}

/** The operation that a call of a router means, with the arguments that are its own. */
export interface Routed {
  readonly operation: Operation;
  readonly args: unknown;
}

/** A declared tool, its types forgotten: what the shared way through the server works with. */
export interface Operation {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly family: Family;
  readonly effect: Effect;
  readonly reads?: (input: Record<string, unknown>) => Reads;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly workspace: 'any' | 'existing';
  readonly seesPresence?: true;
  readonly scoped: boolean;
  readonly aim: Aim | undefined;
  readonly targetOnBranch: boolean;
  readonly schema: z.ZodObject;
  readonly refusals: { readonly [Code in RefusalCode]?: Example };
  readonly examples: readonly Example[];
  readonly trims: readonly Trim[];
  readonly portal?: (view: JsonObject) => Portal;
  readonly plain: Plain;
  /** A call that is right as it stands, once the reader has filled it in; told with wrong input. */
  readonly minimal?: JsonObject;
  /** Where the calls of a router go. */
  readonly route?: (args: JsonObject, catalogue: readonly Operation[]) => Routed | Refusal;
  /** What a router's calls take, a line each. */
  readonly routes?: readonly string[];
  run(input: Record<string, unknown>, call: AnyCall): Promise<Answer | Refusal>;
}

export function defineOperation<
  const Shape extends z.ZodRawShape,
  View extends JsonObject,
  Ef extends Effect,
  Scoped extends boolean = false,
  Aimed extends Aim | undefined = undefined,
>(declaration: Declaration<Shape, View, Ef, Scoped, Aimed>): Operation {
  const { input, portal, run, reads, ...told } = declaration;
  // The types that tie input, view and transaction together end here: parsing has checked them.
  return Object.freeze({
    ...told,
    destructive: told.destructive ?? false,
    idempotent: told.idempotent ?? told.effect !== 'write',
    workspace: told.workspace ?? 'existing',
    scoped: told.scoped ?? false,
    aim: told.aim,
    targetOnBranch: told.targetOnBranch ?? false,
    schema: z.strictObject(input) as unknown as z.ZodObject,
    trims: told.trims ?? [],
    plain: told.plain ?? false,
    ...(reads ? { reads: reads as unknown as NonNullable<Operation['reads']> } : {}),
    ...(portal ? { portal: portal as unknown as (view: JsonObject) => Portal } : {}),
    run: run as unknown as Operation['run'],
  });
}
