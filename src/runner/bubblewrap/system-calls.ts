/** The system calls that a cell may not make, by their numbers on each architecture. */

export type Architecture = 'x64' | 'arm64';

/** Name, number on x64, number on arm64. */
type SystemCall = readonly [name: string, x64: number, arm64: number | undefined];

/**
 * What changes the machine, looks into other processes, mounts, or reaches parts of the kernel that
 * no cell needs. Capabilities forbid most of it already; a bug behind such a call would not ask.
 */
const DENIED: readonly SystemCall[] = [
  ['acct', 163, 89],
  ['add_key', 248, 217],
  ['adjtimex', 159, 171],
  ['bpf', 321, 280],
  ['chroot', 161, 51],
  ['clock_adjtime', 305, 266],
  ['clock_settime', 227, 112],
  ['delete_module', 176, 106],
  ['fanotify_init', 300, 262],
  ['finit_module', 313, 273],
  ['fsconfig', 431, 431],
  ['fsmount', 432, 432],
  ['fsopen', 430, 430],
  ['fspick', 433, 433],
  ['init_module', 175, 105],
  ['io_uring_enter', 426, 426],
  ['io_uring_register', 427, 427],
  ['io_uring_setup', 425, 425],
  ['ioperm', 173, undefined],
  ['iopl', 172, undefined],
  ['kcmp', 312, 272],
  ['kexec_file_load', 320, 294],
  ['kexec_load', 246, 104],
  ['keyctl', 250, 219],
  ['lookup_dcookie', 212, 18],
  ['memfd_create', 319, 279],
  ['memfd_secret', 447, 447],
  ['modify_ldt', 154, undefined],
  ['mount', 165, 40],
  ['mount_setattr', 442, 442],
  ['move_mount', 429, 429],
  ['mq_open', 240, 180],
  ['msgget', 68, 186],
  ['name_to_handle_at', 303, 264],
  ['nfsservctl', 180, 42],
  ['open_by_handle_at', 304, 265],
  ['open_tree', 428, 428],
  ['perf_event_open', 298, 241],
  ['personality', 135, 92],
  ['pidfd_getfd', 438, 438],
  ['pivot_root', 155, 41],
  ['process_madvise', 440, 440],
  ['process_vm_readv', 310, 270],
  ['process_vm_writev', 311, 271],
  ['ptrace', 101, 117],
  ['quotactl', 179, 60],
  ['reboot', 169, 142],
  ['request_key', 249, 218],
  ['semget', 64, 190],
  ['setdomainname', 171, 162],
  ['sethostname', 170, 161],
  ['setns', 308, 268],
  ['settimeofday', 164, 170],
  ['shmat', 30, 196],
  ['shmctl', 31, 195],
  ['shmget', 29, 194],
  ['swapoff', 168, 225],
  ['swapon', 167, 224],
  ['sysfs', 139, undefined],
  ['syslog', 103, 116],
  ['umount2', 166, 39],
  ['unshare', 272, 97],
  ['uselib', 134, undefined],
  ['userfaultfd', 323, 282],
  ['ustat', 136, undefined],
  ['vhangup', 153, 58],
];

/** Calls that create a process, except `clone`, which also creates threads. */
const FORKING: readonly SystemCall[] = [
  ['fork', 57, undefined],
  ['vfork', 58, undefined],
];

export const CALLS: Readonly<
  Record<Architecture, { audit: number; clone: number; clone3: number; socket: number }>
> = {
  x64: { audit: 0xc000003e, clone: 56, clone3: 435, socket: 41 },
  arm64: { audit: 0xc00000b7, clone: 220, clone3: 435, socket: 198 },
};

export function deniedNumbers(architecture: Architecture): number[] {
  return [...DENIED, ...FORKING].flatMap(([, x64, arm64]) => {
    const number = architecture === 'x64' ? x64 : arm64;
    return number === undefined ? [] : [number];
  });
}
