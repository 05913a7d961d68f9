/** How a card is named in an address of the page: by its branch, its document and its id. */

/**
 * The document may contain any sign, and the id comes last for the same reason. Only the separator
 * is encoded: redaction would not see a secret whose spaces were.
 */
export function cardAddress(branch: number, doc: string, id: string): string {
  return `${branch}:${doc.replace(/[%:]/g, encodeURIComponent)}:${id}`;
}

export interface CardAddress {
  readonly branch: number;
  readonly doc: string;
  readonly id: string;
}

export function parseCardAddress(name: string): CardAddress {
  const [, branch = '0', doc = '', id = ''] = /^(\d+):([^:]*):(.*)$/s.exec(name) ?? [];
  return { branch: Number(branch), doc: decodeURIComponent(doc), id };
}
