/** A dialog over the page. The browser keeps the focus inside, and Escape closes it. */

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface OverlayProps {
  readonly label: string;
  readonly class?: string;
  onClose(): void;
  readonly children: ComponentChildren;
}

export function Overlay({ label, class: more = '', onClose, children }: OverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // At once: what is typed next belongs into it.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class={`overlay ${more}`}
      aria-label={label}
      onClose={onClose}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.close();
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {children}
    </dialog>
  );
}
