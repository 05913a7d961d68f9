/** Describes what the server offers, generated from the catalogue, resources and prompts. */

import { GATEWAY } from '../../domain/thoughts/gateway-state.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { HomeToolset, Operation } from '../../operations/declaration/define-operation.ts';
import { inputSchema } from '../../operations/declaration/describe-operation.ts';
import type { ListedPrompt } from './prompts.ts';
import { listResources, listResourceTemplates } from './resources.ts';

const TOOLSET_HEADINGS: Readonly<Record<HomeToolset, string>> = {
  tasks: 'Tasks: plans, steps with proof, where to continue',
  graph: 'Work graph: work that several agents share',
  reasoning: 'Reasoning: notes, branches, cards, the reasoning graph',
  thoughtbox: 'Thoughts: sessions, cipher, mental models',
};

export function assetsOverview(
  catalogue: readonly Operation[],
  prompts: readonly ListedPrompt[],
): string {
  const sections = [
    '# What this server offers',
    toolsLine(catalogue),
    ...(Object.keys(TOOLSET_HEADINGS) as HomeToolset[]).flatMap((toolset) =>
      toolsetSection(toolset, catalogue),
    ),
    ...operationsSection(catalogue),
    `## Resources\n\n${resourceLines().join('\n')}`,
    `## Prompts\n\n${prompts.map(promptLine).join('\n')}`,
  ];
  return `${sections.join('\n\n')}\n`;
}

function toolsLine(catalogue: readonly Operation[]): string {
  const hasHelp = catalogue.some(({ name }) => name === 'help');
  const hint = hasHelp ? '; `help` describes them, by `tool` or by `search`' : '';
  return `${catalogue.length} tools. Each can be called by its name, listed or not${hint}.`;
}

function toolsetSection(toolset: HomeToolset, catalogue: readonly Operation[]): string[] {
  const tools = catalogue.filter((each) => each.toolset === toolset);
  if (tools.length === 0) return [];
  const lines = tools.map(({ name, title }) => `- \`${name}\`: ${title}`);
  return [`## ${TOOLSET_HEADINGS[toolset]}\n\n${lines.join('\n')}`];
}

/** The gateway is many tools in one, so its operations are listed too. */
function operationsSection(catalogue: readonly Operation[]): string[] {
  const gateway = catalogue.find((each) => each.name === GATEWAY);
  if (!gateway) return [];
  const { properties } = inputSchema(gateway) as { properties?: Record<string, JsonObject> };
  const names = properties?.operation?.enum as readonly string[] | undefined;
  if (!names) return [];
  const list = names.map((name) => `\`${name}\``).join(', ');
  return [`## Operations of \`${GATEWAY}\`\n\n${list}. To start, read \`thoughtbox://init\`.`];
}

function resourceLines(): string[] {
  return [
    ...listResources().map(({ uri, description }) => `- \`${uri}\`: ${description}`),
    ...listResourceTemplates().map((each) => `- \`${each.uriTemplate}\`: ${each.description}`),
  ];
}

function promptLine({ name, description, arguments: taken }: ListedPrompt): string {
  const names = taken.map((each) => `\`${each.name}\`${each.required ? '' : ' (optional)'}`);
  const takes = names.length === 0 ? '' : ` Takes ${names.join(', ')}.`;
  return `- \`${name}\`: ${description}${takes}`;
}
