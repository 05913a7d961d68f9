import { describe, expect, it } from 'vitest';
import { isStorable } from '../kernel/text.ts';
import { lastLine, StreamCapture } from './captured-text.ts';
import { KEPT } from './run-limits.ts';

const asItIs = (text: string) => text;

function captured(...chunks: (string | Buffer)[]) {
  const capture = new StreamCapture();
  for (const chunk of chunks) capture.add(Buffer.from(chunk as string));
  return capture.text(asItIs);
}

describe('what is kept of a stream', () => {
  it('[RN3] keeps everything up to 32 KB', () => {
    const text = 'é'.repeat((KEPT.headBytes + KEPT.tailBytes) / 2);
    expect(captured(...(text.match(/.{1,997}/gu) ?? []))).toEqual({
      ...{ head: text, tail: '', omittedBytes: 0, bytes: Buffer.byteLength(text) },
    });
  });

  it('[RN3] keeps beginning and end of more, cut between characters', () => {
    const text = `a${'é'.repeat(40_000)}b€`;
    const { head, tail, omittedBytes, bytes } = captured(text);
    expect(bytes).toBe(Buffer.byteLength(text));
    expect(text.startsWith(head)).toBe(true);
    expect(text.endsWith(tail)).toBe(true);
    expect(Buffer.byteLength(head)).toBeGreaterThan(KEPT.headBytes - 4);
    expect(Buffer.byteLength(tail)).toBeGreaterThan(KEPT.tailBytes - 4);
    expect(Buffer.byteLength(head) + Buffer.byteLength(tail) + omittedBytes).toBe(bytes);
  });

  it('[RN3] is the same whatever the sizes of the chunks', () => {
    const text = 'zwölf 🙂 '.repeat(9_000);
    const bytes = Buffer.from(text);
    const single = Array.from(bytes.subarray(0, 70_000), (byte) => Buffer.from([byte]));
    expect(captured(...single)).toEqual(captured(bytes.subarray(0, 70_000)));
  });

  it('[RN4] gives back text that can be stored', () => {
    const { head } = captured(Buffer.from([0, 0xff, 0xed, 0xa0, 0x80, 0x41]));
    expect(isStorable(head)).toBe(true);
    expect(head.endsWith('A')).toBe(true);
  });

  it('[RN7] the last line is the last that says something, cut to a length', () => {
    expect(lastLine(Buffer.from('one\ntwo\r\n\n'))).toBe('two');
    expect(lastLine(Buffer.from('\n'))).toBe('');
    expect(lastLine(Buffer.from('x'.repeat(5_000))).length).toBe(200);
  });
});
