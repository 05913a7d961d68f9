/** A large tree of work, written through the store itself: by tools it would take minutes. */

import type { EventDraft } from '../../../src/domain/journal/event.ts';
import { workNodeId } from '../../../src/domain/work/work-id.ts';
import { initializeWorkspace } from '../../../src/domain/workspace/workspace.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { TestPlace } from '../../support/engines.ts';

const PER_EVENT = 500;
const ROOT = 'root00000000';
const idOf = (at: number) => `n${String(at).padStart(11, '0')}`;

/** Parts of ninety-nine leaves; every fifth leaf waits for the one before. */
function planned(project: string, first: number, count: number): EventDraft {
  const places = Array.from({ length: count }, (_, at) => first + at);
  const isPart = (at: number) => at % 100 === 0;
  const nodes = places.map((at) => ({
    id: idOf(at),
    parent: isPart(at) ? ROOT : idOf(at - (at % 100)),
    depth: isPart(at) ? 1 : 2,
    summary: `Read the ${at}th kind of number`,
    context_links: [],
    properties: at % 7 === 0 ? { priority: at % 3 } : {},
  }));
  const links = places
    .filter((at) => at % 5 === 4)
    .map((at) => ({ from: idOf(at), to: idOf(at - 1) }));
  return {
    type: 'work_planned',
    entity: workNodeId(idOf(first)),
    payload: { project, nodes, depends_on: links },
  };
}

/** A workspace with one project, both of this name. */
export async function seedTree(place: TestPlace, name: string, count: number): Promise<void> {
  const store = await openStore(place);
  const writer = { workspace: name, agent: 'seed', nowMs: Date.now() };
  try {
    await store.write(writer, async (tx) => {
      await tx.append([
        initializeWorkspace(),
        {
          type: 'work_project_opened',
          entity: workNodeId(ROOT),
          payload: { project: name, id: ROOT, summary: 'Read all numbers' },
        },
      ]);
    });
    for (let done = 0; done < count; done += PER_EVENT) {
      const some = Math.min(PER_EVENT, count - done);
      await store.write(writer, async (tx) => {
        await tx.append([planned(name, done, some)]);
      });
    }
  } finally {
    await store.close();
  }
}
