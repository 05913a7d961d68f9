/** Scrolls a virtual list so that a row is seen that was selected from outside of it. */

/** `within`: an element around the list. A row that is seen already stays where it is. */
export function scrollToRow(within: Element | null, index: number, height: number): void {
  const list = within?.querySelector<HTMLElement>('.list');
  if (!list || index < 0) return;
  const top = index * height;
  const isSeen = top >= list.scrollTop && top + height <= list.scrollTop + list.clientHeight;
  if (!isSeen) list.scrollTop = Math.max(0, top - (list.clientHeight - height) / 3);
}
