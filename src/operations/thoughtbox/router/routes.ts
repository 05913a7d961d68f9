/** All routes of the gateway, and how a call is led to one of them. */

import { GATEWAY } from '../../../domain/thoughts/gateway-state.ts';
import { quotedName } from '../../../kernel/excerpt.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json.ts';
import { nearestName } from '../../../kernel/nearest-name.ts';
import { type Refusal, refuse } from '../../../kernel/refusal.ts';
import { sameCall } from '../../../kernel/same-call.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import type { Operation, Routed } from '../../declaration/define-operation.ts';
import { CALL } from '../../reach.ts';
import { shownName, unknownTool } from '../../unknown-tool.ts';
import { bindRoot } from '../routes/bind-root.ts';
import { cipher } from '../routes/cipher.ts';
import { getState } from '../routes/get-state.ts';
import { knowledgeCreate } from '../routes/knowledge-create.ts';
import { knowledgeDelete } from '../routes/knowledge-delete.ts';
import { knowledgeDeleteNote } from '../routes/knowledge-delete-note.ts';
import { knowledgeGet } from '../routes/knowledge-get.ts';
import { knowledgeGetNote } from '../routes/knowledge-get-note.ts';
import { knowledgeList } from '../routes/knowledge-list.ts';
import { knowledgeListNotes } from '../routes/knowledge-list-notes.ts';
import { knowledgeSaveNote } from '../routes/knowledge-save-note.ts';
import { knowledgeUpdate } from '../routes/knowledge-update.ts';
import { listRoots } from '../routes/list-roots.ts';
import { listSessions } from '../routes/list-sessions.ts';
import { loadContext } from '../routes/load-context.ts';
import { mentalModelsGetModel } from '../routes/mental-models-get-model.ts';
import { mentalModelsListModels } from '../routes/mental-models-list-models.ts';
import { mentalModelsListTags } from '../routes/mental-models-list-tags.ts';
import { navigate } from '../routes/navigate.ts';
import { notebookAddCell } from '../routes/notebook-add-cell.ts';
import { notebookCancel } from '../routes/notebook-cancel.ts';
import { notebookCreate } from '../routes/notebook-create.ts';
import { notebookDelete } from '../routes/notebook-delete.ts';
import { notebookDeleteCell } from '../routes/notebook-delete-cell.ts';
import { notebookExport } from '../routes/notebook-export.ts';
import { notebookGet } from '../routes/notebook-get.ts';
import { notebookGetCell } from '../routes/notebook-get-cell.ts';
import { notebookInstallDeps } from '../routes/notebook-install-deps.ts';
import { notebookList } from '../routes/notebook-list.ts';
import { notebookListCells } from '../routes/notebook-list-cells.ts';
import { notebookLoad } from '../routes/notebook-load.ts';
import { notebookMoveCell } from '../routes/notebook-move-cell.ts';
import { notebookRunAll } from '../routes/notebook-run-all.ts';
import { notebookRunCell } from '../routes/notebook-run-cell.ts';
import { notebookUpdateCell } from '../routes/notebook-update-cell.ts';
import { sessionAnalyze } from '../routes/session-analyze.ts';
import { sessionExportRoute } from '../routes/session-export.ts';
import { sessionExtractLearnings } from '../routes/session-extract-learnings.ts';
import { sessionGet } from '../routes/session-get.ts';
import { sessionList } from '../routes/session-list.ts';
import { sessionResume } from '../routes/session-resume.ts';
import { sessionSearch } from '../routes/session-search.ts';
import { startNew } from '../routes/start-new.ts';
import { thought } from '../routes/thought.ts';
import type { Route } from './define-route.ts';

export const ROUTES: readonly Route[] = [
  getState,
  startNew,
  loadContext,
  listSessions,
  navigate,
  listRoots,
  bindRoot,
  cipher,
  sessionList,
  sessionGet,
  sessionSearch,
  sessionResume,
  sessionExportRoute,
  sessionAnalyze,
  sessionExtractLearnings,
  thought,
  notebookCreate,
  notebookAddCell,
  notebookUpdateCell,
  notebookMoveCell,
  notebookDeleteCell,
  notebookList,
  notebookGet,
  notebookListCells,
  notebookGetCell,
  notebookExport,
  notebookLoad,
  notebookDelete,
  notebookRunCell,
  notebookRunAll,
  notebookCancel,
  notebookInstallDeps,
  mentalModelsGetModel,
  mentalModelsListModels,
  mentalModelsListTags,
  knowledgeCreate,
  knowledgeUpdate,
  knowledgeGet,
  knowledgeList,
  knowledgeDelete,
  knowledgeSaveNote,
  knowledgeGetNote,
  knowledgeListNotes,
  knowledgeDeleteNote,
];

export const OPERATIONS: readonly string[] = [
  ...new Set(ROUTES.map((route) => route.operation)),
  CALL,
];

/**
 * A line of help per route, such as `session get [stage 1]: sessionId, limit?`. Aliases are left
 * out: the table of all parameters names them.
 */
export function routeLines(): readonly string[] {
  const lines = ROUTES.map((route) => {
    const { operation, subOperation, stage, fields, synonyms, helpNote } = route;
    const required = Object.keys(requiredArgs(route, {}));
    const names = Object.entries(fields).flatMap(([name, field]) => {
      if (Object.hasOwn(synonyms, name)) return [];
      const isNeeded = required.includes(name) || !field.safeParse(undefined).success;
      return [isNeeded ? name : `${name}?`];
    });
    const name = subOperation === undefined ? operation : `${operation} ${subOperation}`;
    const takes = helpNote ?? names.join(', ');
    return `${name} [stage ${stage}]${takes === '' ? '' : `: ${takes}`}`;
  });
  return [...lines, `${CALL} [stage 0]: tool, args?`];
}

export function routeCall(args: JsonObject, catalogue: readonly Operation[]): Routed | Refusal {
  const { operation } = args;
  if (typeof operation !== 'string') return noOperation('operation', args, OPERATIONS);
  if (operation === CALL) return toTool(args, catalogue);
  const flat = flattened(args);
  const stray = WRAPPERS.find((name) => Object.hasOwn(flat, name));
  if (stray !== undefined) return noWrapper(stray, flat);
  const candidates = ROUTES.filter((route) => route.operation === operation);
  if (candidates.length === 0) return noOperation('operation', flat, OPERATIONS);
  const [only] = candidates;
  if (only && only.subOperation === undefined) return { operation: only.runs, args: flat };
  const asked = flat.subOperation;
  const route = candidates.find(
    ({ subOperation, aliases }) =>
      subOperation === asked || (typeof asked === 'string' && aliases.includes(asked)),
  );
  if (route) {
    return { operation: route.runs, args: { ...flat, subOperation: route.subOperation } };
  }
  const known = candidates.flatMap(({ subOperation }) => subOperation ?? []);
  return noOperation('subOperation', flat, known);
}

/** Leads to another tool, which answers as if it had been called by its name. */
function toTool(args: JsonObject, catalogue: readonly Operation[]): Routed | Refusal {
  const { operation: _call, ...outer } = args;
  const { args: wrapped, ...around } = outer;
  const isNested = outer.tool === undefined && isJsonObject(wrapped) && 'tool' in wrapped;
  const asked = isNested ? { ...wrapped, ...around } : outer;
  const { tool, args: given, workspace, ...beside } = asked;
  const [stray] = Object.keys(beside).map(shownName);
  if (stray !== undefined) {
    const inside = isJsonObject(given as Json) ? (given as JsonObject) : {};
    return refuse(
      'INVALID_INPUT',
      `unknown argument ${JSON.stringify(stray)}; arguments of the tool go into args`,
      {
        details: { field: stray },
        suggestions: [
          suggestCall(
            GATEWAY,
            { operation: CALL, tool: tool ?? 'help', args: { ...inside, ...beside } },
            'The same call, with the arguments in place',
          ),
        ],
      },
    );
  }
  if (typeof tool !== 'string') return noTool('tool: required, the name of a tool', 'tool');
  if (tool === GATEWAY) return noTool('tool: the gateway cannot call itself', 'tool');
  const operation = catalogue.find((each) => each.name === tool);
  if (!operation) return unknownTool(catalogue, tool);
  // A workspace beside args counts too: it must not be ignored, or another one would be written.
  if (workspace === undefined || operation.workspace === 'none') {
    return { operation, args: given };
  }
  const own = given ?? {};
  if (!isJsonObject(own) || own.workspace === workspace) return { operation, args: own };
  return own.workspace === undefined
    ? { operation, args: { workspace, ...own } }
    : noTool('workspace: differs between args and the call; send one of them', 'workspace');
}

function noTool(message: string, field: string): Refusal {
  return refuse('INVALID_INPUT', message, {
    details: { field },
    suggestions: [
      suggestCall(
        GATEWAY,
        { operation: CALL, tool: 'help', args: { search: 'task' } },
        'Find a tool',
      ),
    ],
  });
}

/** Objects that earlier clients put parameters into. */
const WRAPPERS = ['args', 'newWork', 'filters', 'target'];

/**
 * Moves parameters out of wrappers such as `args` to the level of `operation`. Inside a wrapper,
 * `operation` means the sub-operation.
 */
function flattened(args: JsonObject, depth = 0): JsonObject {
  const wrapper = WRAPPERS.find((name) => isJsonObject(args[name] ?? {}) && name in args);
  if (wrapper === undefined || depth > WRAPPERS.length) return args;
  const { [wrapper]: wrapped, ...outer } = args;
  const { operation, ...inner } = (wrapped ?? {}) as JsonObject;
  const sub = operation === undefined ? {} : { subOperation: operation };
  return flattened({ ...sub, ...inner, ...outer }, depth + 1);
}

function noWrapper(name: string, { [name]: wrong, ...rest }: JsonObject): Refusal {
  const inside = typeof wrong === 'string' ? objectIn(wrong) : {};
  return refuse('INVALID_INPUT', `${name}: expected an object with the parameters`, {
    details: { field: name },
    recovery: 'Send the parameters beside operation.',
    suggestions: [
      suggestCall(
        GATEWAY,
        sameCall(flattened({ ...rest, [name]: inside })),
        'The same call, with the arguments in place',
      ),
    ],
  });
}

/** Some callers send an object as JSON text. */
function objectIn(text: string): JsonObject {
  try {
    const value = JSON.parse(text) as Json;
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/**
 * Placeholders for the required arguments of a route. One with aliases is optional in the schema,
 * and is needed unless the call has one of them.
 */
function requiredArgs({ runs, synonyms }: Route, given: JsonObject): JsonObject {
  const { minimal = {}, fields } = runs;
  const isNeeded = (name: string) => {
    const aliases = Object.keys(synonyms).filter((alias) => synonyms[alias] === name);
    if (aliases.length > 0) return aliases.every((alias) => given[alias] === undefined);
    return !fields[name]?.safeParse(undefined).success;
  };
  return Object.fromEntries(Object.entries(minimal).filter(([name]) => isNeeded(name)));
}

/** The arguments that say which route is meant. */
const NAMING = ['operation', 'subOperation'];

/** The first sub-operation that only reads and takes all that was given, if none was named. */
function readFittingTo(args: JsonObject, hasOperation: boolean): string | undefined {
  if (!hasOperation) return undefined;
  const { operation, ...given } = args;
  const fitting = ROUTES.find(
    (route) =>
      route.operation === operation &&
      route.runs.effect === 'read' &&
      Object.keys(given).every((name) => Object.hasOwn(route.runs.fields, name)) &&
      Object.keys(requiredArgs(route, given)).every(
        (name) => NAMING.includes(name) || name in given,
      ),
  );
  return fitting?.subOperation;
}

function noOperation(
  field: 'operation' | 'subOperation',
  args: JsonObject,
  known: readonly string[],
): Refusal {
  const asked = args[field];
  const name = typeof asked === 'string' ? asked : undefined;
  const meant =
    name === undefined ? readFittingTo(args, field === 'subOperation') : nearestName(name, known);
  const why = name === undefined ? 'required' : `unknown ${quotedName(name, 60)}`;
  const same = sameCall(args, { [field]: meant });
  const route = ROUTES.find(
    (each) => each.operation === same.operation && each.subOperation === same.subOperation,
  );
  const next =
    route === undefined || route.helpNote !== undefined
      ? suggestCall(GATEWAY, { operation: 'get_state' }, 'See the state')
      : suggestCall(
          GATEWAY,
          { ...requiredArgs(route, same), ...same },
          'The same call, with a known name',
        );
  return refuse('INVALID_OPERATION', `${field}: ${why}; expected ${known.join(', ')}`, {
    details: { field },
    suggestions: [next],
  });
}
