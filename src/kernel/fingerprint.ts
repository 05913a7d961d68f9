/** A short name for a long value: 128 bits of FNV-1a, the same on every machine and at every time. */

const OFFSET = 0x6c62272e07bb014262b821756295c58dn;
const PRIME = 0x0000000001000000000000000000013bn;
const MASK = (1n << 128n) - 1n;

const encoder = new TextEncoder();

/** 32 lower-case hexadecimal digits. Not for secrets: whoever wants can find a second value. */
export function fingerprint(value: string): string {
  let hash = OFFSET;
  for (const byte of encoder.encode(value)) hash = ((hash ^ BigInt(byte)) * PRIME) & MASK;
  return hash.toString(16).padStart(32, '0');
}
