/**
 * Digests of texts. The hash is passed in, so that the code that needs one does not import Node.
 */

/** SHA-256 of texts that are added one by one. */
export type Digest = () => {
  add(text: string): void;
  /** 64 lower-case hexadecimal digits. */
  hex(): string;
};

/** 32 hexadecimal digits: half of the hash, and more than enough to tell texts apart. */
export function digestOf(digest: Digest, text: string): string {
  const sum = digest();
  sum.add(text);
  return sum.hex().slice(0, 32);
}
