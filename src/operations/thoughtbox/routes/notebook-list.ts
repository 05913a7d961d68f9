/** `notebook list`: the notebooks of the workspace, the last changed first. */

import { summaryView } from '../../../domain/notebooks/cell-view.ts';
import { answer } from '../../declaration/define-operation.ts';
import { reads } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import { page } from '../steps/gateway-fields.ts';
import { cutPage, readPage } from '../steps/list-page.ts';
import { NOTEBOOK } from '../steps/notebook-fields.ts';

export const notebookList = defineRoute({
  ...NOTEBOOK,
  subOperation: 'list',
  aliases: ['list_notebooks'],
  does: reads(),
  input: page,
  async run(request, { tx }) {
    const { items, more } = await readPage((slice) => tx.notebooks.list(slice), request);
    // A configuration of TypeScript may be long, and says nothing about which notebook it is.
    const shown = items.map((each) => summaryView({ ...each, tsconfig: undefined }));
    return answer(
      { notebooks: shown, count: shown.length, ...more },
      { trims: cutPage('notebooks', request.offset) },
    );
  },
});
