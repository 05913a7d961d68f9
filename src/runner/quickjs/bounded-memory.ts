/**
 * Gives a WebAssembly module a largest size for its memory. The engine's own limit counts what it
 * allocated, and fragments between that can take as much again; this bound is the machine's.
 */

const HEADER_BYTES = 8;
const MEMORY_SECTION = 5;
const PAGE_BYTES = 65_536;

/** The module with its one memory bounded. Throws if it has none of its own, or a bound already. */
export function boundedMemory(module: Uint8Array, mostBytes: number): Uint8Array {
  let at = HEADER_BYTES;
  while (at < module.length) {
    const start = at;
    const id = module[at];
    const size = readNumber(module, at + 1);
    const body = size.next;
    at = body + size.value;
    if (id !== MEMORY_SECTION) continue;
    const [count, flags] = [module[body], module[body + 1]];
    if (count !== 1 || flags !== 0) break;
    const least = readNumber(module, body + 2);
    const most = Math.max(least.value, Math.ceil(mostBytes / PAGE_BYTES));
    const section = [1, 1, ...number(least.value), ...number(most)];
    const made = [MEMORY_SECTION, ...number(section.length), ...section];
    return Buffer.concat([module.subarray(0, start), Uint8Array.from(made), module.subarray(at)]);
  }
  throw new Error('the module has no memory that could be bounded');
}

/** Numbers are written in groups of seven bits, the lowest first. */
function readNumber(bytes: Uint8Array, from: number): { value: number; next: number } {
  let value = 0;
  for (let next = from; next < from + 5; next += 1) {
    const byte = bytes[next] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * (next - from));
    if (byte < 0x80) return { value, next: next + 1 };
  }
  throw new Error('the module is damaged');
}

function number(value: number): number[] {
  return value < 0x80 ? [value] : [(value % 0x80) + 0x80, ...number(Math.floor(value / 0x80))];
}
