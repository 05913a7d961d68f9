/** What clients can read besides calling tools: the guides and the mental models. */

import architecture from '../../../guides/architecture.md';
import cipher from '../../../guides/cipher.md';
import init from '../../../guides/init.md';
import patternsCookbook from '../../../guides/patterns-cookbook.md';
import sessionAnalysisGuide from '../../../guides/session-analysis-guide.md';
import type { MentalModel, TagDefinition } from '../../domain/models/mental-model.ts';
import { MODELS, modelsTagged, TAGS } from '../../domain/models/models.ts';
import { NOTATION } from '../../domain/thoughts/notation.ts';
import { utf8Length } from '../../kernel/json.ts';
import { nearestName } from '../../kernel/nearest-name.ts';

const MARKDOWN = 'text/markdown';
const JSON_TYPE = 'application/json';

export interface ResourceText {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** In bytes, so that a client knows what reading it costs. */
  readonly size: number;
}

export interface ListedTemplate extends Omit<ListedResource, 'uri' | 'size'> {
  readonly uriTemplate: string;
}

interface Resource extends Omit<ListedResource, 'size'> {
  readonly text: string;
}

const DIRECTORY = 'thoughtbox://mental-models';

function guide(name: string, title: string, description: string, text: string): Resource {
  return { uri: `thoughtbox://${name}`, name, title, description, mimeType: MARKDOWN, text };
}

const RESOURCES: readonly Resource[] = [
  guide('init', 'Starting a session', 'How to begin or go on with a session of thoughts.', init),
  guide(
    'architecture',
    'How the server works',
    'Journal, sessions, chains, reasoning graph and stages in short.',
    architecture,
  ),
  guide('cipher', 'Cipher: the notation', 'The notation in a few lines.', NOTATION),
  guide(
    'cipher/guide',
    'Cipher: the guide',
    'Markers, references and operators, and what each becomes in the reasoning graph.',
    cipher,
  ),
  guide(
    'patterns-cookbook',
    'Patterns of reasoning',
    'Seven ways to use a chain of thoughts, each with its calls.',
    patternsCookbook,
  ),
  guide(
    'session-analysis-guide',
    'Reading a session',
    'What the figures of analyze mean, and how learnings are extracted.',
    sessionAnalysisGuide,
  ),
  {
    uri: DIRECTORY,
    name: 'mental-models',
    title: 'Mental models',
    description: 'The tags, each with its models and where to read them.',
    mimeType: JSON_TYPE,
    text: JSON.stringify({ count: MODELS.length, tags: TAGS.map(tagEntry) }),
  },
];

function tagEntry({ name, description }: TagDefinition) {
  return {
    name,
    description,
    models: modelsTagged(name).map((model) => ({
      name: model.name,
      title: model.title,
      description: model.description,
      uri: modelUri(name, model),
    })),
  };
}

function modelUri(tag: string, { name }: MentalModel): string {
  return `${DIRECTORY}/${tag}/${name}`;
}

/** Everything that can be read, including the resources of the templates. */
const TEXTS: ReadonlyMap<string, ResourceText> = new Map(
  [
    ...RESOURCES,
    ...TAGS.map((tag) => ({
      uri: `${DIRECTORY}/${tag.name}`,
      mimeType: JSON_TYPE,
      text: JSON.stringify(tagEntry(tag)),
    })),
    ...TAGS.flatMap(({ name: tag }) =>
      modelsTagged(tag).map((model) => ({
        uri: modelUri(tag, model),
        mimeType: MARKDOWN,
        text: model.content,
      })),
    ),
  ].map(({ uri, mimeType, text }) => [uri, { uri, mimeType, text }]),
);

export function listResources(): readonly ListedResource[] {
  return RESOURCES.map(({ text, ...listed }) => ({ ...listed, size: utf8Length(text) }));
}

export function listResourceTemplates(): readonly ListedTemplate[] {
  return [
    {
      uriTemplate: `${DIRECTORY}/{tag}`,
      name: 'mental-models-by-tag',
      title: 'Mental models of a tag',
      description: `The models of one tag: ${TAGS.map(({ name }) => name).join(', ')}.`,
      mimeType: JSON_TYPE,
    },
    {
      uriTemplate: `${DIRECTORY}/{tag}/{model}`,
      name: 'mental-model',
      title: 'Mental model',
      description: 'The text of one model, under any of its tags.',
      mimeType: MARKDOWN,
    },
  ];
}

/** Undefined if no resource has this URI. */
export function readResource(uri: string): ResourceText | undefined {
  return TEXTS.get(uri);
}

const SCHEME = 'thoughtbox://';
const SEGMENTS = { tag: TAGS.map(({ name }) => name), model: MODELS.map(({ name }) => name) };

/** The URI that was probably meant: the scheme is the same in all of them and says nothing. */
export function nearestResource(uri: string): string | undefined {
  if (uri.length > MAX_URI || (uri.includes('://') && !uri.startsWith(SCHEME))) return undefined;
  const [name = '', tag, model] = uri.replace(SCHEME, '').split('/');
  if (tag !== undefined && nearestName(`${SCHEME}${name}`, [DIRECTORY])) {
    return nearestModel(tag, model) ?? DIRECTORY;
  }
  const whole = [name, tag].filter((part) => part).join('/');
  const known = RESOURCES.map((each) => each.uri.slice(SCHEME.length));
  const meant = nearestName(whole, known) ?? nearestName(name, known);
  return meant === undefined ? undefined : `${SCHEME}${meant}`;
}

/** None of ours is longer. */
const MAX_URI = 200;

function nearestModel(tag: string, model: string | undefined): string | undefined {
  const knownTag = nearestName(tag, SEGMENTS.tag);
  const knownModel = model && nearestName(model, SEGMENTS.model);
  const found = MODELS.find(({ name }) => name === knownModel);
  const under = found?.tags.find((each) => each === knownTag) ?? found?.tags[0];
  if (found && under !== undefined) return modelUri(under, found);
  return knownTag === undefined ? undefined : `${DIRECTORY}/${knownTag}`;
}

/** What a client may put in place of a variable of a template, those that begin alike first. */
export function completeTemplate(
  uriTemplate: string,
  { name, value }: { readonly name: string; readonly value: string },
  given: Readonly<Record<string, string>>,
): readonly string[] {
  const isKnown = listResourceTemplates().some((each) => each.uriTemplate === uriTemplate);
  if (!isKnown || !uriTemplate.includes(`{${name}}`)) return [];
  const tagged = given.tag === undefined ? [] : modelsTagged(given.tag).map((each) => each.name);
  const models = tagged.length === 0 ? SEGMENTS.model : tagged;
  const known = name === 'tag' ? SEGMENTS.tag : models;
  const begun = known.filter((each) => each.startsWith(value.toLowerCase()));
  return begun.length > 0 ? begun : known.filter((each) => each.includes(value.toLowerCase()));
}
