/** What is kept of a stream: its beginning and its end, in bounded memory however much is printed. */

import { KEPT, PROGRESS_LINE } from './run-limits.ts';

export interface CapturedText {
  /** All of the text, or its beginning if something was left out. */
  readonly head: string;
  /** The end of the text; empty unless something was left out. */
  readonly tail: string;
  /** Bytes between the two that were printed and not kept. */
  readonly omittedBytes: number;
  /** Bytes printed in all, as far as they were read. */
  readonly bytes: number;
}

export const NO_TEXT: CapturedText = { head: '', tail: '', omittedBytes: 0, bytes: 0 };

export class StreamCapture {
  private head = Buffer.alloc(0);
  private tail = Buffer.alloc(0);
  private bytes = 0;

  add(chunk: Buffer): void {
    this.bytes += chunk.length;
    const room = KEPT.headBytes - this.head.length;
    if (room > 0) this.head = Buffer.concat([this.head, chunk.subarray(0, room)]);
    if (chunk.length <= room) return;
    const rest = Buffer.concat([this.tail, chunk.subarray(Math.max(room, 0))]);
    this.tail = Buffer.from(rest.subarray(Math.max(0, rest.length - KEPT.tailBytes)));
  }

  /** The text so far, each part rewritten by `place`, which puts the names of cells back. */
  text(place: (text: string) => string): CapturedText {
    const omitted = this.bytes - this.head.length - this.tail.length;
    if (omitted === 0) {
      const whole = decoded(Buffer.concat([this.head, this.tail]));
      return { head: place(whole), tail: '', omittedBytes: 0, bytes: this.bytes };
    }
    const head = this.head.subarray(0, characterEnd(this.head));
    const tail = this.tail.subarray(characterStart(this.tail));
    return {
      head: place(decoded(head)),
      tail: place(decoded(tail)),
      omittedBytes: this.bytes - head.length - tail.length,
      bytes: this.bytes,
    };
  }
}

/** The last line that has something in it, short enough for a report of progress. */
export function lastLine(chunk: Buffer): string {
  const lines = decoded(chunk.subarray(-4 * PROGRESS_LINE)).split(/\r?\n/);
  const line = lines.findLast((each) => each.trim() !== '') ?? '';
  return line.slice(0, PROGRESS_LINE).toWellFormed();
}

/** Text that every engine stores: bytes that are no UTF-8, and NUL, become the replacement sign. */
function decoded(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\u0000', '\ufffd');
}

const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

/** Where the last complete character ends, so that a cut never shows half a character. */
function characterEnd(bytes: Buffer): number {
  let start = bytes.length - 1;
  while (start > bytes.length - 4 && isContinuation(bytes[start])) start -= 1;
  const lead = bytes[start] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return start + length > bytes.length ? start : bytes.length;
}

function characterStart(bytes: Buffer): number {
  let start = 0;
  while (start < 3 && isContinuation(bytes[start])) start += 1;
  return start;
}
