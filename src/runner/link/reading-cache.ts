/** What was read of cells before, by the hash of their text: most runs change one cell. */

import { sha256 } from '../../sha256.ts';
import type { CellReading, CellSource, ReadSource } from './read-source.ts';

/** Characters of source whose readings are kept. */
const MAX_KEPT = 16_000_000;

export class ReadingCache {
  private readonly readings = new Map<string, { reading: CellReading; size: number }>();
  private size = 0;

  constructor(private readonly maxSize: number = MAX_KEPT) {}

  async read(cell: CellSource, readAnew: ReadSource): Promise<CellReading> {
    const key = keyOf(cell);
    const known = this.readings.get(key);
    if (known) {
      // The order of a map is that of insertion: what was used last goes to the end.
      this.readings.delete(key);
      this.readings.set(key, known);
      return known.reading;
    }
    const reading = await readAnew(cell);
    this.keep(key, { reading, size: cell.source.length });
    return reading;
  }

  private keep(key: string, entry: { reading: CellReading; size: number }): void {
    if (this.readings.has(key)) return;
    this.readings.set(key, entry);
    this.size += entry.size;
    for (const [oldest, { size }] of this.readings) {
      if (this.size <= this.maxSize) return;
      this.readings.delete(oldest);
      this.size -= size;
    }
  }
}

function keyOf({ language, source }: CellSource): string {
  const sum = sha256();
  sum.add(language);
  sum.add(source);
  return sum.hex();
}
