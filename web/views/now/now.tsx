/** The view Now. */

import { Empty } from '../../shell/empty.tsx';

export function NowView() {
  return <Empty title="Nothing here yet" />;
}
