/** The view History. */

import { Empty } from '../../shell/empty.tsx';

export function HistoryView() {
  return <Empty title="Nothing here yet" />;
}
