/** Opens branches, documents and tags by their names. */

import type { Branch } from '../../domain/branches/branch.ts';
import { type Document, standardKind } from '../../domain/documents/document.ts';
import { entryView } from '../../domain/documents/entry-view.ts';
import { versionView } from '../../domain/graph/version.ts';
import { tagEntity } from '../../domain/refs/tag.ts';
import { eventId } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import { branchView } from '../../operations/branch/steps/branch-view.ts';
import { tagView } from '../../operations/notes/steps/tag-view.ts';
import { checkedOut, viewOf } from '../../operations/steps/branch-ref.ts';
import type { Reading } from '../../store/port.ts';
import { openDeletedBranch } from './deleted-branch.ts';
import {
  MAX_NEAR,
  near,
  type OpenContext,
  type Opened,
  type Opener,
  recallCall,
} from './opened.ts';

const isName = (id: string) => id.length <= 600;

export const openBranch: Opener = {
  prefixes: ['branch'],
  claims: isName,
  async open({ tx }, id) {
    const branch = await tx.branches.byName(id);
    if (branch) return [await openedBranch(tx, branch)];
    const former = await tx.branches.formerlyNamed(id);
    const renamed = former && (await tx.branches.byId(former.id));
    if (!renamed) return former ? openDeletedBranch(tx, former) : [];
    const opened = await openedBranch(tx, renamed);
    return [{ ...opened, title: `${opened.title}, formerly ${id}`, state: 'renamed' }];
  },
};

async function openedBranch(tx: Reading, branch: Branch): Promise<Opened> {
  const docs = await tx.documents.inView(await viewOf(tx, branch));
  const made = await tx.journal.at(branch.id);
  const { name, base, target } = branch;
  return {
    id: name,
    kind: 'branch',
    title: base ? `branch of ${base.name}` : 'branch',
    in: target ?? base?.name,
    atMs: branch.createdMs,
    by: made?.agent,
    content: { ...branchView(branch), docs: docs.map(documentView) },
    near: [
      ...(base ? [near('base', `branch:${base.name}`, base.name)] : []),
      ...(target === undefined ? [] : [near('target', target, target)]),
      ...docs
        .slice(0, MAX_NEAR)
        .map((each) => near('document', `doc:${each.doc}@${name}`, each.kind)),
    ],
    next: suggestCall('show', { branch: name, doc_kind: 'notes' }, 'Read its notes'),
  };
}

function documentView({ doc, kind, createdMs, updatedMs }: Document): JsonObject {
  return { doc, kind, created_at_ms: createdMs, updated_at_ms: updatedMs };
}

export const openDocument: Opener = {
  prefixes: ['doc'],
  claims: isName,
  async open(context, id) {
    for (const { doc, branch } of await namedPlaces(context, id)) {
      const docs = await context.tx.documents.inView(await viewOf(context.tx, branch));
      const found = docs.find((each) => each.doc === doc) ?? unwritten(branch, doc);
      if (found) return [await openedDocument(context.tx, branch, found)];
    }
    return [];
  },
};

/** The documents that every branch has, before anything is entered into them. */
function unwritten({ id, createdMs }: Branch, doc: string): Document | undefined {
  const kind = standardKind(doc);
  if (kind === undefined || doc.includes('-')) return undefined;
  const times = { firstSeq: id, lastSeq: id, createdMs, updatedMs: createdMs };
  return { branch: id, doc, kind, ...times };
}

/** `notes@idea` is the document notes of the branch idea; by itself, it is that of the checkout. */
async function namedPlaces(
  { tx, branch: only }: OpenContext,
  id: string,
): Promise<readonly { doc: string; branch: Branch }[]> {
  const places: { doc: string; branch: Branch }[] = [];
  const add = (doc: string, branch: Branch | undefined) => {
    if (branch) places.push({ doc, branch });
  };
  if (only !== undefined) add(id, await tx.branches.byName(only));
  else if (await tx.state()) add(id, await checkedOut(tx));
  const target = /^((?:PLAN|TASK)-[0-9]+)-(?:graph|trace)$/.exec(id)?.[1];
  if (target !== undefined) add(id, await tx.branches.ofTarget(target));
  const end = id.indexOf('@');
  if (end > 0) add(id.slice(0, end), await everNamed(tx, id.slice(end + 1)));
  return places;
}

/** The branch that has the name, or the one that had it last, if that exists. */
async function everNamed(tx: Reading, name: string): Promise<Branch | undefined> {
  const branch = await tx.branches.byName(name);
  const former = branch ? undefined : await tx.branches.formerlyNamed(name);
  return branch ?? (former && (await tx.branches.byId(former.id)));
}

const NEWEST = 20;

async function openedDocument(tx: Reading, branch: Branch, found: Document): Promise<Opened> {
  const { doc, kind } = found;
  const view = await viewOf(tx, branch);
  const newest = { limit: NEWEST };
  const contents =
    kind === 'graph'
      ? { nodes: (await tx.graph.nodes(view, doc, {}, newest)).map(versionView) }
      : { entries: (await tx.journal.inView(view, doc, newest)).map(entryView) };
  const last = await tx.journal.at(found.lastSeq);
  const place = { branch: branch.name, doc };
  return {
    id: `${doc}@${branch.name}`,
    kind: 'document',
    title: `${kind} on ${branch.name}`,
    in: branch.name,
    atMs: found.updatedMs,
    by: last?.agent,
    content: { ...documentView(found), ...contents },
    near: [near('branch', `branch:${branch.name}`, branch.name)],
    next:
      kind === 'graph'
        ? suggestCall('graph_query', place, 'Read the graph')
        : suggestCall('show', place, 'Read the document'),
  };
}

export const openTag: Opener = {
  prefixes: ['tag'],
  claims: isName,
  async open({ tx }, id) {
    const [last, before] = await tx.journal.ofEntity(tagEntity(id), { limit: 2 });
    const live = await tx.refs.tag(id);
    const set = last?.type === 'tag_deleted' ? before : last;
    if (set?.type !== 'tag_set') return [];
    const { doc, seq } = set.payload;
    const branch = await tx.branches.byId(set.payload.branch);
    const place = { id: set.payload.branch, name: branch?.name ?? '' };
    const tag = live ?? { name: id, branch: place, doc, seq, createdMs: set.tsMs };
    return [
      {
        id,
        kind: 'tag',
        title: `a note in ${doc} on ${tag.branch.name}`,
        in: `${tag.branch.name}/${doc}`,
        atMs: tag.createdMs,
        by: set.agent,
        state: live ? undefined : 'deleted',
        content: tagView(tag),
        near: [near('note', eventId(seq), 'the note it points to')],
        next: live
          ? suggestCall('log', { ref: id }, 'Read the notes up to it')
          : recallCall(eventId(seq), 'Read the note that it pointed to'),
      },
    ];
  },
};
