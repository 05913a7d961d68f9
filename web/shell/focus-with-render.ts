/** Moves the focus with what is on the screen: whoever sees a selection may press Enter at once. */

import { useLayoutEffect, useRef } from 'preact/hooks';

/** Keeps what moves the focus until the next render of the caller has changed the document. */
export function useFocusWithRender(): (focus: () => void) => void {
  const wanted = useRef<(() => void) | undefined>(undefined);
  useLayoutEffect(() => {
    const focus = wanted.current;
    wanted.current = undefined;
    focus?.();
  });
  return (focus) => {
    wanted.current = focus;
  };
}
