/**
 * The seccomp filter of a cell, as the bytes that bubblewrap hands to the kernel; made without
 * native code. A cell can create threads and no processes.
 */

import { type Architecture, CALLS, deniedNumbers } from './system-calls.ts';

/** Instructions of the kernel's packet filter (linux/bpf_common.h). */
const LOAD = 0x20;
const JUMP_EQUAL = 0x15;
const JUMP_AT_LEAST = 0x35;
const JUMP_ANY_BIT = 0x45;
const RETURN = 0x06;

/** What the filter may answer (linux/seccomp.h). */
const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
const EPERM = 0x00050000 | 1;
const ENOSYS = 0x00050000 | 38;

/** Offsets in what the kernel shows the filter. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const FIRST_ARGUMENT = 16;

const CLONE_THREAD = 0x00010000;
const FAMILIES = { unix: 1, inet: 2, inet6: 10 };

/** On x64, numbers from here on are calls of another ABI, which would pass by the list. */
const X32_CALLS = 0x40000000;

type Instruction = readonly [code: number, value: number, ifTrue: number, ifFalse: number];

const load = (offset: number): Instruction => [LOAD, offset, 0, 0];
const answer = (value: number): Instruction => [RETURN, value, 0, 0];
/** Jumps count the instructions to skip. */
const jump = (code: number, value: number, ifTrue: number, ifFalse: number): Instruction => [
  code,
  value,
  ifTrue,
  ifFalse,
];

const denied = (number: number, how: number): Instruction[] => [
  jump(JUMP_EQUAL, number, 0, 1),
  answer(how),
];

/** The filter, or undefined on an architecture for which none was written. */
export function seccompFilter(architecture: string): Buffer | undefined {
  if (architecture !== 'x64' && architecture !== 'arm64') return undefined;
  return encoded(program(architecture));
}

function program(architecture: Architecture): Instruction[] {
  const { audit, clone, clone3, socket } = CALLS[architecture];
  return [
    load(ARCHITECTURE),
    jump(JUMP_EQUAL, audit, 1, 0),
    answer(KILL),
    load(NUMBER),
    ...(architecture === 'x64' ? [jump(JUMP_AT_LEAST, X32_CALLS, 0, 1), answer(KILL)] : []),
    ...deniedNumbers(architecture).flatMap((number) => denied(number, EPERM)),
    // The filter cannot see the flags of clone3. As if it did not exist, libc uses clone.
    ...denied(clone3, ENOSYS),
    jump(JUMP_EQUAL, clone, 0, 4),
    load(FIRST_ARGUMENT),
    jump(JUMP_ANY_BIT, CLONE_THREAD, 1, 0),
    answer(EPERM),
    answer(ALLOW),
    jump(JUMP_EQUAL, socket, 0, 5),
    load(FIRST_ARGUMENT),
    jump(JUMP_EQUAL, FAMILIES.unix, 3, 0),
    jump(JUMP_EQUAL, FAMILIES.inet, 2, 0),
    jump(JUMP_EQUAL, FAMILIES.inet6, 1, 0),
    answer(EPERM),
    answer(ALLOW),
  ];
}

function encoded(instructions: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(instructions.length * 8);
  instructions.forEach(([code, value, ifTrue, ifFalse], index) => {
    const at = index * 8;
    bytes.writeUInt16LE(code, at);
    bytes.writeUInt8(ifTrue, at + 2);
    bytes.writeUInt8(ifFalse, at + 3);
    bytes.writeUInt32LE(value >>> 0, at + 4);
  });
  return bytes;
}
