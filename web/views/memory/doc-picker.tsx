/** Chooses one of several documents of the same kind. */

import type { DocumentRow } from '../../../src/observatory/views/memory/documents-view.ts';

interface DocPickerProps {
  readonly documents: readonly DocumentRow[];
  readonly chosen: string;
  onDoc(doc: string): void;
}

export function DocPicker({ documents, chosen, onDoc }: DocPickerProps) {
  if (documents.length < 2) return null;
  return (
    <label class="doc-picker small muted">
      Document{' '}
      <select
        class="field"
        value={chosen}
        onChange={({ currentTarget: { value } }) => onDoc(value)}
      >
        {documents.map(({ doc }) => (
          <option key={doc} value={doc}>
            {doc}
          </option>
        ))}
      </select>
    </label>
  );
}
