/**
 * `graph_plan`, of the work graph: creates a batch of nodes, all or none, and their project if it
 * does not exist yet.
 */

import * as z from 'zod';
import { DESCRIPTION, storedFields } from '../../domain/work/given-fields.ts';
import { type NodeRequest, planWork } from '../../domain/work/plan-work.ts';
import type { WorkNode, WorkProject } from '../../domain/work/work-node.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import type { Reading, Writing } from '../../store/port.ts';
import { answer, defineOperation, type Warning } from '../declaration/define-operation.ts';
import { createsWork, seesPresence, writes } from '../declaration/facets.ts';
import { listedAs, noted } from '../declaration/fields.ts';
import { createProject } from './steps/create-project.ts';
import { mergedAway, projectCalled, refuseNodeAsProject, warnOfAlike } from './steps/find-work.ts';
import { heldWork } from './steps/held-work.ts';
import { type FieldReader, fieldReader } from './steps/read-fields.ts';
import { resolvedEarly } from './steps/resolved-early.ts';
import { refuseForged } from './steps/work-claim-properties.ts';
import { links, nodeId, project, properties, summary } from './steps/work-fields.ts';

const TOO_MANY = `at most ${LIMITS.workBatch}: plan the rest in another call, by the ids of this one`;

const node = z.strictObject({
  ref: nodeId.optional().describe('Name within this batch'),
  parent_ref: nodeId
    .optional()
    .describe('A ref, or the id of a node; default: the root of project'),
  summary,
  context_links: links.optional(),
  depends_on: z.array(nodeId).max(100).optional().describe('Refs or ids'),
  properties: properties.optional(),
});

export const graphPlan = defineOperation({
  name: 'graph_plan',
  title: 'Plan work',
  description:
    'Plans work: creates nodes with dependencies (by ref within the call, else by id), all or none, and the project if there is none.',
  toolset: 'graph',
  does: writes().and(createsWork).and(seesPresence),
  input: {
    project: project.optional().describe('Parent of nodes without one'),
    goal: summary.optional(),
    nodes: listedAs(
      noted(
        z
          .array(node)
          .refine((nodes) => nodes.length > 0, 'give at least one')
          .refine((nodes) => nodes.length <= LIMITS.workBatch, TOO_MANY)
          .optional()
          .describe('Also context_links, properties'),
        `at most ${LIMITS.workBatch}, in trees of ${LIMITS.workDepth} levels; a summary of many lines is kept whole as properties.${DESCRIPTION}; priority is a number, higher first`,
      ),
      {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            summary: { type: 'string' },
            ref: { type: 'string' },
            parent_ref: { type: 'string' },
            depends_on: { type: 'array', items: { type: 'string' } },
          },
          required: ['summary'],
        },
      },
    ),
  },
  refusals: [
    'DUPLICATE_REF',
    'MISSING_PARENT',
    'INVALID_PARENT_REF',
    'INVALID_DEPENDS_ON',
    'CYCLE_DETECTED',
    'CROSS_PROJECT',
  ],
  example: {
    title: 'A new project with its first steps',
    args: {
      project: 'parser',
      goal: 'Read all of JSON',
      nodes: [
        { ref: 'lexer', summary: 'Write the lexer', properties: { area: 'lexer' } },
        {
          ref: 'numbers',
          parent_ref: 'lexer',
          summary: 'Read numbers',
          context_links: ['src/lexer.ts'],
          properties: { priority: 2 },
        },
        { parent_ref: 'lexer', summary: 'Read strings', depends_on: ['numbers'] },
      ],
    },
  },
  plain: true,
  async run(input, call) {
    const { tx, newWorkId } = call;
    const fault = refuseIncomplete(input) ?? refuseForgedNodes(input.nodes ?? []);
    if (fault) return fault;
    const reader = fieldReader();
    const nodes = readNodes(reader, input.nodes ?? []);
    if (isRefusal(nodes)) return nodes;
    const home = await openHome(tx, input, newWorkId, reader);
    if (isRefusal(home)) return home;
    const requests = named(nodes, home?.project.root);
    const about = home ? { project: home.project.name, root: home.project.root } : {};
    const warnings = [...(home?.warnings ?? []), ...reader.warnings()];
    if (requests.length === 0) return answer<JsonObject>({ ...about, created: [] }, { warnings });
    const seq = tx.head + 1;
    const known = await knownOf(tx, requests);
    const batch = planWork(requests, known, (index) => newWorkId(seq, index));
    if (isRefusal(batch)) return lostReference(tx, batch);
    if (home && batch.project !== home.project.name) return elsewhere(home.project, batch.project);
    await tx.append([batch.draft]);
    // A node without a ref is known by its place in the batch.
    const created = batch.created.map(({ ref, id }, index) =>
      input.nodes?.[index]?.ref === undefined ? { id } : { ref, id },
    );
    const parents = [...known.above.keys()].flatMap((id) => known.nodes.get(id) ?? []);
    const held = heldWork(call);
    for (const parent of parents) held.touch(parent);
    const early = await resolvedEarly(tx, [...known.above.keys()]);
    const told = [...warnings, ...held.warnings(), ...early];
    return answer<JsonObject>({ ...about, created }, { warnings: told });
  },
});

type Nodes = readonly z.output<typeof node>[];

interface Asked {
  readonly project?: string | undefined;
  readonly goal?: string | undefined;
  readonly nodes?: Nodes | undefined;
}

function refuseIncomplete({ project: name, goal, nodes }: Asked): Refusal | undefined {
  if (name !== undefined) return undefined;
  if (goal !== undefined) {
    return refuse('INVALID_INPUT', 'goal: only allowed together with project', {
      details: { field: 'goal' },
    });
  }
  if (nodes) return undefined;
  return refuse('INVALID_INPUT', 'nodes: required, unless project creates a project', {
    details: { field: 'nodes' },
  });
}

function refuseForgedNodes(nodes: Nodes): Refusal | undefined {
  for (const [index, request] of nodes.entries()) {
    const forged = refuseForged({}, request.properties, `nodes.${index}.properties`);
    if (forged) return forged;
  }
  return undefined;
}

/** The nodes with their summaries and properties as they are stored. */
function readNodes(reader: FieldReader, nodes: Nodes): Nodes | Refusal {
  const read: Nodes[number][] = [];
  for (const [index, { summary: text, properties: given, ...request }] of nodes.entries()) {
    const fields = { summary: text, properties: given as JsonObject | undefined };
    const stored = reader.read(fields, `nodes.${index}.`);
    if (isRefusal(stored)) return stored;
    const { summary: short = text, properties: kept } = stored;
    read.push({ ...request, summary: short, properties: kept as Nodes[number]['properties'] });
  }
  return read;
}

interface Home {
  readonly project: WorkProject;
  readonly warnings: readonly Warning[];
}

/** The project that the call names, created if it does not exist. */
async function openHome(
  tx: Writing,
  { project: name, goal }: Asked,
  newWorkId: (seq: number, index: number) => string,
  reader: FieldReader,
): Promise<Home | Refusal | undefined> {
  if (name === undefined) return undefined;
  const existing = await projectCalled(tx, name);
  if (!existing) {
    const fault = await refuseNodeAsProject(tx, name);
    if (fault) return fault;
    reader.read({ summary: goal }, '', 'goal');
    const project = await createProject(tx, name.trim(), goal, newWorkId);
    return { project, warnings: await warnOfAlike(tx, project.name) };
  }
  const [root] = await tx.work.nodes([existing.root]);
  const { summary: wanted } = storedFields({ summary: goal });
  const isKept = wanted !== undefined && wanted !== root?.summary;
  return { project: existing, warnings: isKept ? [goalKept(existing)] : [] };
}

function goalKept({ name, root }: WorkProject): Warning {
  return {
    code: 'GOAL_KEPT',
    message: `project ${name} already exists and keeps its goal`,
    recovery: `Change it with graph_update {"node_id":"${root}","summary":"..."}.`,
  };
}

/** Every node gets a ref, as its name in refusals, and a parent where the project has a root. */
function named(nodes: Nodes, root: string | undefined): readonly NodeRequest[] {
  return nodes.map((request, index) => ({
    ...(request as Omit<NodeRequest, 'ref'>),
    ref: request.ref ?? unusedRef(nodes, index),
    parent_ref: request.parent_ref ?? root,
  }));
}

function unusedRef(nodes: Nodes, index: number): string {
  let ref = `nodes.${index}`;
  while (nodes.some((each) => each.ref === ref)) ref += '_';
  return ref;
}

function elsewhere({ name }: WorkProject, other: string): Refusal {
  return refuse('CROSS_PROJECT', `nodes: they are in the project ${other}, not in ${name}`, {
    recovery: 'Leave out project, or name parents in it.',
  });
}

/** Of a reference to a node that was merged into another, the refusal names the other. */
async function lostReference(tx: Reading, refusal: Refusal): Promise<Refusal> {
  const { code, details = {} } = refusal;
  if (code !== 'INVALID_PARENT_REF' && code !== 'INVALID_DEPENDS_ON') return refusal;
  return (await mergedAway(tx, String(details.ref), { code, details })) ?? refusal;
}

/** The existing nodes that the batch refers to. A ref wins over an id of the same text. */
async function knownOf(tx: Reading, requests: readonly NodeRequest[]) {
  const refs = new Set(requests.map(({ ref }) => ref));
  const named = requests.flatMap(({ parent_ref: parent, depends_on: dependsOn = [] }) => [
    ...(parent === undefined ? [] : [parent]),
    ...dependsOn,
  ]);
  const nodes = await tx.work.nodes(named.filter((name) => !refs.has(name)));
  const dependencies = new Set(requests.flatMap((each) => each.depends_on ?? []));
  const above = new Map<string, readonly string[]>();
  for (const { id } of nodes) {
    if (requests.some((request) => request.parent_ref === id)) {
      above.set(id, [...(await tx.work.ancestors(id)).map((each) => each.id), id]);
    }
  }
  const awaited = nodes.filter((node) => !node.resolved && dependencies.has(node.id));
  return {
    nodes: new Map(nodes.map((each) => [each.id, each])),
    above,
    // Without a dependency on open work, no new node leads back to what exists.
    waits: await tx.work.waitsBetween(
      awaited.map(({ id }) => id),
      openIds(nodes, above),
    ),
  };
}

/** The parents that wait for what is planned below them. */
function openIds(nodes: readonly WorkNode[], above: ReadonlyMap<string, unknown>) {
  return nodes.filter((node) => !node.resolved && above.has(node.id)).map(({ id }) => id);
}
