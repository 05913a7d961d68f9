/** The view Memory. */

import { Empty } from '../../shell/empty.tsx';

export function MemoryView() {
  return <Empty title="Nothing here yet" />;
}
