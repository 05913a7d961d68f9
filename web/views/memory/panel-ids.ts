/** How the details of Memory are named in an address. */

/** The document may contain any sign, and the id comes last for the same reason. */
export function cardPanel(branch: number, doc: string, id: string): string {
  return `${branch}:${doc.replace(/[%:]/g, encodeURIComponent)}:${id}`;
}

export function parseCardPanel(name: string): { branch: number; doc: string; id: string } {
  const [, branch = '0', doc = '', id = ''] = /^(\d+):([^:]*):(.*)$/s.exec(name) ?? [];
  return { branch: Number(branch), doc: decodeURIComponent(doc), id };
}
