/** Attempts to read what a cell must not see: environment, files, the kernel. */

import { type Attempt, text } from './attempt.ts';

const environment: Attempt[] = [
  ...[
    ['process.env', 'await attempt(() => ({ ...process.env }));'],
    [
      'every environ in /proc',
      `for (const id of ['self', 'thread-self', ...Array.from({ length: 64 }, (_, n) => n)])
        await attempt(() => fs.readFileSync('/proc/' + id + '/environ', 'latin1'));`,
    ],
    [
      'every process in /proc',
      `for (const id of (fs.readdirSync?.('/proc') ?? []).filter(Number))
        for (const file of ['environ', 'cmdline'])
        try { say(fs.readFileSync('/proc/' + id + '/' + file, 'latin1').slice(0, 3000)); } catch {}`,
    ],
    [
      'a worker with the environment of its parent',
      `const { Worker, SHARE_ENV } = await module('node:worker_threads');
       await attempt(() => new Promise((resolve, reject) => {
         const worker = new Worker('require("node:worker_threads").parentPort.postMessage({ ...process.env })', { eval: true, env: SHARE_ENV });
         worker.on('message', resolve); worker.on('error', reject);
       }));`,
    ],
    ['the report of the process', 'await attempt(() => process.report.getReport());'],
  ].map(([name = '', source = '']) => ({
    ...{ rule: 'RN20', name, source, isHarmless: true },
  })),
  {
    ...{ rule: 'RN20', name: 'command lines and mounts' },
    source: `for (const file of ['cmdline', 'mountinfo', 'mounts', 'maps', 'cgroup', 'status', 'stat'])
      for (const id of ['1', 'self']) await attempt(() => fs.readFileSync('/proc/' + id + '/' + file, 'utf8'));`,
  },
];

const reads = (paths: string) => `for (const path of ${paths}) {
  await attempt(() => fs.readFileSync(path, 'latin1'));
  await attempt(() => fs.readdirSync(path));
  await attempt(() => fs.copyFileSync(path, '/tmp/copy') ?? fs.readFileSync('/tmp/copy', 'latin1'));
}`;

const files: Attempt[] = [
  {
    ...{ rule: 'RN21', name: 'the canary by its path', isHarmless: true },
    source: reads(
      `['CANARY_FILE', new URL('file://CANARY_FILE'), '/proc/self/cwd/../CANARY_FILE']`,
    ),
  },
  {
    ...{ rule: 'RN21', name: 'the canary by roundabout paths' },
    source: reads(`['/../../CANARY_FILE', '/tmp/../CANARY_FILE', '/notebook/../../../CANARY_FILE',
      '/proc/1/root/CANARY_FILE', '/proc/self/root/CANARY_FILE', '/proc/1/cwd/CANARY_FILE',
      '/proc/self/task/1/root/CANARY_FILE', '/proc/2/root/CANARY_FILE', '/oldrootCANARY_FILE', '/newroot/CANARY_FILE']`),
  },
  {
    ...{ rule: 'RN21', name: 'accounts, keys and homes' },
    source:
      reads(`['/etc/passwd', '/etc/shadow', '/etc/hostname', '/etc/hosts', '/root', '/home', '/var/log',
      '/etc/machine-id', '/root/.ssh', '/etc/ssl', '/boot', '/sys', '/srv', '/mnt', '/opt', '/usr/bin', '/usr/share']`),
    held: (outcome) =>
      /root:.*:0:0|machine-id|nobody/.test(outcome.stdout.head)
        ? 'a file of the machine'
        : undefined,
  },
  {
    ...{
      rule: 'RN21',
      name: 'the canary by importing it: its text would be in the error',
      isHarmless: true,
    },
    source: `for (const name of ['CANARY_FILE', 'file://CANARY_FILE', 'CANARY_FILE.json',
        'CANARY_FILE.mjs', '../../../CANARY_FILE',
      'file:///proc/self/root/CANARY_FILE', 'node:CANARY_FILE', 'CANARY_FILE?x', 'CANARY_FILE#x', './%2e%2e/%2e%2e/CANARY_FILE'])
        await attempt(() => import(name)), await attempt(() => import(name, { with: { type: 'json' } }));
      const { createRequire } = await module('node:module');
      for (const name of ['CANARY_FILE', 'CANARY_FILE.json', 'CANARY_FILE.js']) {
        await attempt(() => createRequire('file:///notebook/')(name));
        await attempt(() => fs.readFileSync(name, 'utf8'));
      }`,
  },
  {
    ...{ rule: 'RN21', name: 'the canary by a static import' },
    source: `import 'CANARY_FILE';`,
  },
  {
    ...{ rule: 'RN21', name: 'the canary by a static import of JSON' },
    source: `import data from 'file://CANARY_FILE' with { type: 'json' }; say(data);`,
  },
  {
    ...{ rule: 'RN21', name: 'descriptors that were left open' },
    // A pipe would only block.
    source: `for (let fd = 3; fd < 300; fd++) await attempt(() => {
      const file = fs.readlinkSync('/proc/self/fd/' + fd); if (!file.startsWith('/')) return file;
      const bytes = Buffer.alloc(200); fs.readSync(fd, bytes, 0, 200, 0);
      return file + bytes.toString('latin1') + fs.readFileSync('/proc/self/fd/' + fd, 'latin1').slice(0, 200);
    });`,
    limits: { outputBytes: 1_048_576 },
    held: (outcome) => (/canary/.test(text(outcome)) ? 'its name' : undefined),
  },
  {
    ...{ rule: 'RN21', name: 'a folder by a descriptor of /proc, and from there upwards' },
    source: `for (const fd of fs.readdirSync?.('/proc/self/fd') ?? [])
      for (const up of ['/..', '/../..', '/../../../CANARY_FILE']) await attempt(() => fs.readdirSync('/proc/self/fd/' + fd + up));
      await attempt(() => fs.readFileSync('/proc/self/exe/../../CANARY_FILE', 'utf8'));`,
  },
  {
    ...{ rule: 'RN21', name: 'a link to the canary', isHarmless: true },
    source: `await attempt(() => { fs.symlinkSync('CANARY_FILE', '/tmp/l-NAME');
        return fs.readFileSync('/tmp/l-NAME', 'utf8'); });
      await attempt(() => { fs.linkSync('CANARY_FILE', '/tmp/h-NAME'); return fs.readFileSync('/tmp/h-NAME', 'utf8'); });
      await attempt(() => fs.rmSync('/tmp/l-NAME'));`,
  },
  {
    ...{ rule: 'RN21', name: 'everything that can be read, searched for the canary' },
    source: `const seen = []; const walk = (path, depth) => { for (const name of fs.readdirSync(path)) {
        const full = path + '/' + name;
        if (seen.length > 20000 || /^\\/(usr|lib|proc|sys)/.test(full)) continue; seen.push(full);
        try { walk(full, depth + 1) } catch { try { say(full + ' ' + fs.readFileSync(full, 'latin1').slice(0, 200)) } catch {} } } };
      await attempt(() => walk('', 0)); say(seen.length);`,
  },
  {
    ...{ rule: 'RN21', name: 'WASI with a folder opened', isHarmless: true },
    source: `const { WASI } = await module('node:wasi');
      await attempt(() => new WASI({ version: 'preview1', preopens: { '/x': '/' } }) && fs.readFileSync('CANARY_FILE', 'utf8'));`,
  },
  {
    ...{ rule: 'RN21', name: 'SQLite, compression and crypto that open files' },
    source: `const { DatabaseSync } = await module('node:sqlite');
      await attempt(() => new DatabaseSync('CANARY_FILE').prepare('select * from sqlite_master').all());
      await attempt(() => fs.openAsBlob('CANARY_FILE').then((blob) => blob.text()));
      await attempt(() => fs.promises.readFile('CANARY_FILE', 'utf8'));
      await attempt(() => process.loadEnvFile('CANARY_FILE') ?? process.env);
      await attempt(() => process.binding('fs').internalModuleReadJSON('CANARY_FILE'));
      await attempt(() => process.dlopen({ exports: {} }, 'CANARY_FILE'));`,
  },
  {
    ...{ rule: 'RN21', name: 'the program of the server and its notes' },
    source: reads(
      `['/usr/lib/node_modules', '/usr/lib/node_modules/npm/package.json', '/usr/local/lib/node_modules', 'FOLDER']`,
    ),
    held: (outcome) => (/"name": "npm"|corepack/.test(text(outcome)) ? 'a program' : undefined),
  },
];

const kernel: Attempt[] = [
  {
    ...{ rule: 'RN22', name: 'settings of the kernel' },
    source: `for (const path of ['kernel/hostname', 'kernel/core_pattern', 'kernel/panic',
        'vm/swappiness', 'fs/file-max', 'net/ipv4/ip_forward', 'kernel/yama/ptrace_scope'])
      await attempt(() => { const file = '/proc/sys/' + path; const now = fs.readFileSync(file); fs.writeFileSync(file, now); return 'WROTE ' + file; });`,
    held: (outcome) => (/WROTE/.test(text(outcome)) ? 'a setting was written' : undefined),
  },
  {
    ...{ rule: 'RN22', name: 'sysrq, cgroups and firmware' },
    source: `for (const path of ['/proc/sysrq-trigger', '/sys/fs/cgroup/cgroup.procs',
        '/sys/fs/cgroup/memory.max', '/proc/self/oom_score_adj_', '/sys/power/state', '/sys/kernel/mm/ksm/run'])
      await attempt(() => { fs.closeSync(fs.openSync(path, 'r+')); return 'WROTE ' + path; });`,
    held: (outcome) =>
      /WROTE/.test(text(outcome)) ? 'a file of the kernel was opened' : undefined,
  },
  {
    ...{ rule: 'RN22', name: 'devices' },
    source: `for (const name of ['mem', 'kmem', 'port', 'kmsg', 'sda', 'vda', 'nvme0n1', 'fuse',
        'kvm', 'loop0', 'loop-control', 'net/tun', 'tty1', 'input/event0', 'snd/timer', 'mapper/control', 'vhost-net'])
      await attempt(() => { const fd = fs.openSync('/dev/' + name, 'r'); return 'OPENED ' + name; });
      await attempt(() => fs.readFileSync('/proc/kcore').length && 'OPENED kcore'); await attempt(() => fs.readFileSync('/proc/kmsg').length && 'OPENED kmsg');`,
    held: (outcome) => (/OPENED/.test(text(outcome)) ? 'a device was opened' : undefined),
  },
  {
    ...{ rule: 'RN22', name: 'new devices and new mounts' },
    source: `await attempt(() => { fs.mkdirSync('/dev/new'); return 'MADE'; });
        await attempt(() => { fs.writeFileSync('/dev/x', 'x'); return 'MADE'; });
      await attempt(() => { fs.mkdirSync('/proc/x'); return 'MADE'; }); await attempt(() => { fs.chmodSync('/dev/null', 0o777); return 'MADE'; });`,
    held: (outcome) => (/MADE/.test(text(outcome)) ? 'it was made' : undefined),
  },
];

export const READING: readonly Attempt[] = [...environment, ...files, ...kernel];
