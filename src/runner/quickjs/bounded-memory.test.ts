import { expect, it } from 'vitest';
import { boundedMemory } from './bounded-memory.ts';

interface Wasm {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: { memory: { grow(pages: number): number } } };
}
const { Module, Instance } = Reflect.get(globalThis, 'WebAssembly') as unknown as Wasm;

/** A module with one memory of two pages, exported, and a custom section before it. */
const PLAIN = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[0, 3, 1, 0x61, 9],
  ...[5, 3, 1, 0, 2],
  ...[7, 10, 1, 6, ...Buffer.from('memory'), 2, 0],
]);

it('[RN25] the memory of a module cannot grow beyond its bound', () => {
  const { memory } = new Instance(new Module(boundedMemory(PLAIN, 300 * 65_536))).exports;
  expect(memory.grow(298)).toBe(2);
  expect(() => memory.grow(1)).toThrow(RangeError);
});

it('[RN25] a module that has a bound, or no memory, is a mistake', () => {
  const bounded = boundedMemory(PLAIN, 65_536);
  expect(() => boundedMemory(bounded, 65_536)).toThrow(/no memory that could be bounded/);
  expect(() => boundedMemory(PLAIN.subarray(0, 8), 65_536)).toThrow(/no memory/);
});
