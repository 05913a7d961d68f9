/** The templates of new notebooks. Each is a `.src.md` file with places for topic and date. */

import blank from '../../../notebooks/blank.src.md';
import sequentialFeynman from '../../../notebooks/sequential-feynman.src.md';
import { isRefusal } from '../../kernel/refusal.ts';
import type { CellText, Language, NotebookText } from './notebook.ts';
import { fromSrcMd } from './src-md.ts';

const FILES = { blank, 'sequential-feynman': sequentialFeynman } as const;

export type TemplateName = keyof typeof FILES;

export interface TemplateRequest {
  readonly template: TemplateName;
  /** One line, the title of the notebook. */
  readonly topic: string;
  /** As it is to be shown. */
  readonly date: string;
  readonly language: Language;
}

const LANGUAGE_NAMES = { javascript: 'JavaScript', typescript: 'TypeScript' } as const;

export function notebookFromTemplate(request: TemplateRequest): NotebookText {
  const template = fromSrcMd(FILES[request.template]);
  // The file is part of the program, so that is a bug.
  if (isRefusal(template)) throw new Error(`${request.template}: ${template.message}`);
  return {
    language: request.language,
    cells: template.cells.map((cell) => inLanguage(filledIn(cell, request), request.language)),
  };
}

/** In one pass and after reading, so that a topic can neither add cells nor name places. */
function filledIn(cell: CellText, { topic, date, language }: TemplateRequest): CellText {
  const values = { topic, date, language: LANGUAGE_NAMES[language] };
  const content = cell.content.replace(
    /\{\{(topic|date|language)\}\}/g,
    (_place, name: keyof typeof values) => values[name],
  );
  return { ...cell, content };
}

/** The code of templates is JavaScript that is TypeScript as well. */
function inLanguage(cell: CellText, language: Language): CellText {
  if (cell.type !== 'code' || cell.filename === undefined || language === 'javascript') return cell;
  return { ...cell, language, filename: cell.filename.replace(/\.js$/, '.ts') };
}
