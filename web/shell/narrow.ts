/** Whether the page is as narrow as a phone: some rows have other heights there. */

import { signal } from '@preact/signals';

const query = typeof matchMedia === 'undefined' ? undefined : matchMedia('(max-width: 760px)');

export const isNarrow = signal(query?.matches ?? false);

query?.addEventListener('change', ({ matches }) => {
  isNarrow.value = matches;
});
