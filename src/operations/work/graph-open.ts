/**
 * `graph_open`, of the work graph: lists the projects, or opens one and creates it if it is
 * missing.
 */

import { excerpt } from '../../kernel/excerpt.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal, refuse } from '../../kernel/refusal.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import type { Writing } from '../../store/port.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { createsWork, seesPresence, writesUnless } from '../declaration/facets.ts';
import { createProject } from './steps/create-project.ts';
import { findNode, projectCalled, refuseNodeAsProject, warnOfAlike } from './steps/find-work.ts';
import { fieldReader } from './steps/read-fields.ts';
import { claimRule } from './steps/work-claim-rule.ts';
import { project, summary } from './steps/work-fields.ts';
import { countsView, nodeView } from './steps/work-view.ts';

/** Of more, the rest can be opened by name. */
const MAX_PROJECTS = 200;

const SUMMARY_BYTES = 200;

export const graphOpen = defineOperation({
  name: 'graph_open',
  title: 'Open a project',
  description:
    'Lists the projects of the work graph. With project: opens it, or creates it with goal as its root, and returns its root and counts.',
  toolset: 'graph',
  does: writesUnless(
    { project: project.optional(), goal: summary.optional() },
    ({ project: name }) =>
      name === undefined || (async (tx) => (await projectCalled(tx, name)) !== undefined),
    { idempotent: true },
  )
    .and(seesPresence)
    .and(createsWork),
  input: {},
  example: { title: 'A new project', args: { project: 'parser', goal: 'Read all of JSON' } },
  plain: true,
  async run(input, call) {
    const { tx, newWorkId } = call;
    if (input.project === undefined) {
      if (input.goal !== undefined) {
        return refuse('INVALID_INPUT', 'goal: only allowed together with project', {
          details: { field: 'goal' },
        });
      }
      return answer<JsonObject>(await listProjects(tx));
    }
    const name = input.project.trim();
    const reader = fieldReader();
    const existing = await projectCalled(tx, name);
    const fault = existing ? undefined : await refuseNodeAsProject(tx, name);
    if (fault) return fault;
    if (!existing) reader.read({ summary: input.goal }, '', 'goal');
    const opened = existing ?? (await createProject(tx, name, input.goal, newWorkId));
    const root = await findNode(tx, opened.root, 'root');
    if (isRefusal(root)) throw new Error(`project ${opened.name} has no root`);
    const evidence = (await tx.work.evidence([root.id])).get(root.id);
    const view = {
      project: opened.name,
      root: nodeView(root, claimRule(call), evidence),
      summary: await countsView(tx, opened, root, claimRule(call)),
    };
    const alike = existing ? [] : await warnOfAlike(tx, opened.name);
    return answer<JsonObject>(view, { warnings: [...reader.warnings(), ...alike] });
  },
});

async function listProjects(tx: Writing): Promise<JsonObject> {
  const found = await tx.work.projects(MAX_PROJECTS + 1);
  const projects = found.slice(0, MAX_PROJECTS).map((each) => ({
    id: each.root,
    project: each.name,
    summary: excerpt(each.summary, SUMMARY_BYTES),
    total: each.total,
    resolved: each.resolved,
    unresolved: each.total - each.resolved,
    updated_at: timestamp(each.updatedMs),
  }));
  return { projects, ...(found.length > projects.length ? { truncated: true } : {}) };
}
