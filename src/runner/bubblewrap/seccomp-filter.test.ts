import { expect, it } from 'vitest';
import { seccompFilter } from './seccomp-filter.ts';

const ALLOW = 0x7fff0000;
const EPERM = 0x00050001;
const ENOSYS = 0x00050026;
const KILL = 0x80000000;

/** What the kernel would answer, by the rules of its packet filter. */
function verdict(filter: Buffer, architecture: number, number: number, argument = 0): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(architecture, 4);
  data.writeUInt32LE(argument, 16);
  let loaded = 0;
  for (let at = 0; at < filter.length / 8; at += 1) {
    const code = filter.readUInt16LE(at * 8);
    const [yes, no] = [filter.readUInt8(at * 8 + 2), filter.readUInt8(at * 8 + 3)];
    const value = filter.readUInt32LE(at * 8 + 4);
    if (code === 0x06) return value;
    if (code === 0x20) loaded = data.readUInt32LE(value);
    else {
      const isTrue =
        code === 0x15 ? loaded === value : code === 0x35 ? loaded >= value : (loaded & value) !== 0;
      at += isTrue ? yes : no;
    }
  }
  throw new Error('the filter has no end');
}

const MACHINES = [
  { name: 'x64', audit: 0xc000003e, read: 0, clone: 56, mount: 165, ptrace: 101, socket: 41 },
  { name: 'arm64', audit: 0xc00000b7, read: 63, clone: 220, mount: 40, ptrace: 117, socket: 198 },
];
const PROCESS = 0x11;
const THREAD = 0x3d0f00;

it.each(MACHINES)('[RN34] on $name threads are allowed and processes are not', (machine) => {
  const filter = seccompFilter(machine.name) ?? Buffer.alloc(0);
  const ask = (number: number, argument = 0) => verdict(filter, machine.audit, number, argument);
  expect(ask(machine.read)).toBe(ALLOW);
  expect(ask(machine.clone, THREAD)).toBe(ALLOW);
  expect(ask(machine.clone, PROCESS)).toBe(EPERM);
  expect(ask(435)).toBe(ENOSYS);
  for (const number of [machine.mount, machine.ptrace, 425, 438]) expect(ask(number)).toBe(EPERM);
  for (const family of [1, 2, 10]) expect(ask(machine.socket, family)).toBe(ALLOW);
  for (const family of [0, 3, 16, 17, 38, 40]) expect(ask(machine.socket, family)).toBe(EPERM);
  expect(verdict(filter, 0x40000003, machine.read)).toBe(KILL);
});

it('[RN34] on x64 no call gets by as one of another kind, and fork is denied', () => {
  const filter = seccompFilter('x64') ?? Buffer.alloc(0);
  expect(verdict(filter, 0xc000003e, 0x40000000 + 56, THREAD)).toBe(KILL);
  expect([57, 58].map((number) => verdict(filter, 0xc000003e, number))).toEqual([EPERM, EPERM]);
});

it('[RN34] elsewhere there is none', () => {
  expect(seccompFilter('riscv64')).toBeUndefined();
});
