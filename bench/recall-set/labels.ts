/** Enters a project through the tools, and keeps the ids of what they create by their labels. */

import { eventId } from '../../src/kernel/ids.ts';
import { labelsOf, type Project } from './set.ts';

/** Label to id. */
export type Labels = Map<string, string>;

/** Calls a tool and returns the text of its answer; throws if it is refused. */
type Call = (tool: string, args: object) => Promise<string>;

export async function enter({ workspace, entries }: Project, call: Call): Promise<Labels> {
  const labels: Labels = new Map();
  for (const entry of entries) {
    const { tool } = entry;
    const args = { workspace, ...filled(entry.args, labels) };
    const answer = await call(tool, args);
    const names = labelsOf(entry);
    if (names.length > 0) keepLabels(labels, names, idsIn(tool, args, answer));
  }
  return labels;
}

const PLACEHOLDER = /\{id:([^}]+)\}/g;

export function idOf(labels: Labels, label: string): string {
  const id = labels.get(label);
  if (id === undefined) throw new Error(`No artifact is labelled ${label}`);
  return id;
}

/** The text with the ids in place of its placeholders. */
export function filledText(text: string, labels: Labels): string {
  return text.replace(PLACEHOLDER, (_, label: string) => idOf(labels, label));
}

/** The same for every string within. */
function filled(args: object, labels: Labels): object {
  return JSON.parse(JSON.stringify(args), (_, value) =>
    typeof value === 'string' ? filledText(value, labels) : value,
  );
}

function keepLabels(labels: Labels, names: readonly string[], ids: readonly string[]): void {
  if (ids.length !== names.length) throw new Error(`${names} for ${ids}`);
  for (const [at, name] of names.entries()) {
    if (labels.has(name)) throw new Error(`The label ${name} is given twice`);
    labels.set(name, ids[at] ?? '');
  }
}

function idsIn(tool: string, args: object, answer: string): readonly string[] {
  if (tool === 'remember') return answer.match(/\b(RULE|CARD)-\d+/)?.slice(0, 1) ?? [];
  const all = JSON.parse(answer);
  switch (tool) {
    case 'notes_commit':
    case 'trace_step':
      return [eventId(all.result.entry.seq)];
    case 'think_card':
      return [all.result.card_id];
    case 'tasks_create':
      return [all.result.id, ...stepIds(all.result)];
    case 'tasks_evidence_capture':
      return [all.result.event.event_id];
    case 'graph_plan':
      return [all.root, ...all.created.map(({ id }: { readonly id: string }) => id)];
    case 'graph_merge':
      return all.result.conflict_ids;
    case 'thoughtbox_gateway':
      // Not every answer names the notebook that the call has named.
      return [thoughtboxId({ ...args, ...all })];
    default:
      throw new Error(`Nothing is known about the ids of ${tool}`);
  }
}

interface CreatedTask {
  readonly id: string;
  readonly steps?: readonly { readonly step_id: string }[];
}

function stepIds({ id, steps = [] }: CreatedTask): readonly string[] {
  return steps.map(({ step_id }) => `${id}/${step_id}`);
}

interface ThoughtboxAnswer {
  readonly id?: string;
  readonly notebookId?: string;
  readonly cellId?: string;
  readonly sessionId?: string;
  readonly thoughtNumber?: number;
  readonly branchId?: string;
}

function thoughtboxId(answer: ThoughtboxAnswer): string {
  const { id, notebookId, cellId, sessionId, thoughtNumber, branchId } = answer;
  if (cellId !== undefined) return `${notebookId}/${cellId}`;
  if (notebookId !== undefined) return notebookId;
  if (thoughtNumber === undefined) return sessionId ?? id ?? '';
  return `${sessionId}#${branchId === undefined ? '' : `${branchId}:`}${thoughtNumber}`;
}
