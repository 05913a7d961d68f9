/** The view Work. */

import { Empty } from '../../shell/empty.tsx';

export function WorkView() {
  return <Empty title="Nothing here yet" />;
}
