/** Attempts to reach others: over the network, and by processes. */

import { type Attempt, text } from './attempt.ts';

const said = (word: string, what: string) => (outcome: Parameters<typeof text>[0]) =>
  new RegExp(word).test(text(outcome)) ? what : undefined;

const network: Attempt[] = [
  {
    ...{ rule: 'RN23', name: 'TCP in five ways', isHarmless: true },
    source: `const net = await module('node:net');
      for (const host of ['127.0.0.1', 'localhost', '0.0.0.0', '::1', '::ffff:127.0.0.1'])
        await attempt(() => new Promise((resolve, reject) => { const socket = net.connect({ host, port: TCP }, () => { socket.end('NAME'); resolve('CONNECTED'); }); socket.on('error', reject); }));`,
    held: said('CONNECTED', 'a connection'),
  },
  {
    ...{ rule: 'RN23', name: 'fetch and http', isHarmless: true },
    source: `await attempt(() => fetch('http://127.0.0.1:TCP/NAME').then((reply) => reply.text()));
      const http = await module('node:http');
      await attempt(() => new Promise((resolve, reject) => http.get('http://127.0.0.1:TCP/NAME', resolve).on('error', reject)).then(() => 'CONNECTED'));
      const http2 = await module('node:http2');
      await attempt(() => new Promise((resolve, reject) => {
        const client = http2.connect('http://127.0.0.1:TCP'); client.on('connect', () => resolve('CONNECTED')); client.on('error', reject); }));
      setTimeout(() => process.exit(0), 300);`,
  },
  {
    ...{ rule: 'RN23', name: 'UDP', isHarmless: true },
    source: `const dgram = await module('node:dgram');
      for (const host of ['127.0.0.1', '255.255.255.255', '224.0.0.1'])
        await attempt(() => new Promise((resolve, reject) => { const socket = dgram.createSocket('udp4'); socket.send('NAME', UDP, host, (error) => { socket.close(); error ? reject(error) : resolve('sent'); }); }));`,
  },
  {
    ...{ rule: 'RN23', name: 'a socket in the file system', isHarmless: true },
    source: `const net = await module('node:net');
      for (const path of ['SOCKET', '/proc/1/root/SOCKET', '/var/run/docker.sock', '/run/dbus/system_bus_socket', '/run/systemd/private', '/run/postgresql/.s.PGSQL.5432'])
        await attempt(() => new Promise((resolve, reject) => { const socket = net.connect(path, () => { socket.end('NAME'); resolve('CONNECTED'); }); socket.on('error', reject); }));`,
    held: said('CONNECTED', 'a connection'),
  },
  {
    ...{ rule: 'RN23', name: 'an abstract socket' },
    source: `const net = await module('node:net');
      for (const path of ['\\0waymark-canary', '\\0/tmp/.X11-unix/X0'])
        await attempt(() => new Promise((resolve, reject) => { const socket = net.connect(path, () => { socket.end('NAME'); resolve('CONNECTED'); }); socket.on('error', reject); }));`,
    held: said('CONNECTED', 'a connection'),
  },
  {
    ...{ rule: 'RN23', name: 'names' },
    source: `const dns = await module('node:dns'); 
      await attempt(() => dns.promises.resolve4('example.org')); await attempt(() => dns.promises.lookup('example.org'));
      await attempt(() => { dns.setServers(['127.0.0.1:UDP']); return dns.promises.resolveTxt('NAME.example.org'); });`,
    limits: { ms: 6_000 },
  },
  {
    ...{ rule: 'RN23', name: 'other families of sockets' },
    source: `for (const name of ['tcp_wrap', 'udp_wrap', 'pipe_wrap', 'cares_wrap', 'js_stream',
        'spawn_sync', 'process_wrap'])
      await attempt(() => Object.keys(process.binding(name)).join());
      await attempt(() => { const wrap = process.binding('tcp_wrap'); const tcp = new wrap.TCP(wrap.constants.SOCKET); return 'code ' + tcp.connect(new TCPConnectWrap(), '127.0.0.1', TCP); });`,
  },
  {
    ...{ rule: 'RN23', name: 'interfaces and neighbours' },
    source: `const os = await module('node:os'); await attempt(() => os.networkInterfaces());
      for (const file of ['net/dev', 'net/tcp', 'net/arp', 'net/route', 'net/unix', 'net/fib_trie']) await attempt(() => fs.readFileSync('/proc/' + file, 'utf8'));`,
    held: said('eth0|ens\\d|docker0|waymark-canary', 'the network of the machine'),
  },
];

const processes: Attempt[] = [
  {
    ...{ rule: 'RN24', name: 'a process in every way', isHarmless: true },
    source: `const child = await module('node:child_process');
      for (const make of ['spawnSync', 'execFileSync']) for (const program of ['/bin/sh', '/usr/bin/id', process.execPath, '/proc/self/exe', '/usr/lib/systemd/systemd', '/lib64/ld-linux-x86-64.so.2'])
        await attempt(() => { const done = child[make](program, ['-c', 'echo SPAWNED']); return String(done.stdout ?? done) + (done.pid ? ' SPAWNED' : '') + done.error; });
      await attempt(() => child.execSync('echo SPAWNED').toString());
      await attempt(() => new Promise((resolve, reject) => child.fork('/notebook/x.js').on('error', reject).on('spawn', () => resolve('SPAWNED'))));`,
    held: said('^SPAWNED|\\nSPAWNED| SPAWNED', 'a process'),
  },
  {
    ...{ rule: 'RN24', name: 'many processes at once' },
    source: `const child = await module('node:child_process'); let made = 0;
      for (let n = 0; n < 300;
        n++) try { if (child.spawn(process.execPath, ['-e', 'setTimeout(()=>{},9e4)'], { detached: true, stdio: 'ignore' }).on('error', () => {}).pid) made++; } catch {}
      say('made ' + made); setTimeout(() => {}, 200);`,
    held: (outcome) => (/made [1-9]/.test(text(outcome)) ? 'processes' : undefined),
  },
  {
    ...{ rule: 'RN24', name: 'clusters and raw bindings' },
    source: `const cluster = await module('node:cluster');
      await attempt(() => new Promise((resolve, reject) => cluster.fork().on('error', reject).on('online', () => resolve('SPAWNED'))));
      await attempt(() => { const { Process } = process.binding('process_wrap'); const made = new Process(); return made.spawn({ file: '/bin/sh', args: ['sh', '-c', 'echo x > FOLDER/NAME'], stdio: [] }) === 0 ? 'SPAWNED' : 'no'; });
      await attempt(() => process.execve?.(process.execPath, ['node', '-p', '"again"'], {}));`,
    limits: { ms: 5_000 },
    held: said('SPAWNED', 'a process'),
  },
  {
    ...{ rule: 'RN24', name: 'threads, which are allowed, in great number', limits: { ms: 8_000 } },
    source: `const { Worker } = await module('node:worker_threads'); let made = 0;
      for (let n = 0; n < 64;
        n++) await attempt(() => new Promise((resolve, reject) => {
        const worker = new Worker('setInterval(()=>{}, 1e4)', { eval: true }); worker.on('online', () => resolve('thread ' + ++made)); worker.on('error', reject); }));
      process.exit(0);`,
  },
  {
    ...{ rule: 'RN24', name: 'signals', isHarmless: false },
    source: `for (const id of [VICTIM, -VICTIM, -1, 1, 0]) await attempt(() => process.kill(id,
        id > 0 ? 'SIGTERM' : 'SIGUSR2') && 'killed ' + id);
      await attempt(() => process._debugProcess(VICTIM)); await attempt(() => process.kill(VICTIM, 'SIGUSR1') && 'killed');`,
  },
  {
    ...{ rule: 'RN24', name: 'the memory of others' },
    // The first process in the sandbox is as confined as the cell, so only others count.
    source: `for (const id of [VICTIM, VICTIM + 1, VICTIM - 1]) { await attempt(() => fs.openSync('/proc/' + id + '/mem', 'r+') && 'OPENED ' + id); for (const file of ['maps', 'stack', 'syscall', 'auxv']) await attempt(() => 'OPENED ' + fs.readFileSync('/proc/' + id + '/' + file).length); }`,
    held: said('OPENED', 'memory of another process'),
  },
  {
    ...{ rule: 'RN24', name: 'other accounts' },
    source: `for (const change of ['setuid', 'seteuid', 'setgid',
        'setegid']) for (const id of [0, 1, 65534]) await attempt(() => process[change](id) ?? (process.getuid() === 0 ? 'ROOT' : 'CHANGED ' + id));
      await attempt(() => process.setgroups([0, 27, 999]) ?? 'CHANGED'); await attempt(() => process.initgroups('root', 0) ?? 'CHANGED');
      await attempt(() => { const os = process.getBuiltinModule?.('os'); os.setPriority(1, -20); return 'CHANGED'; });`,
    held: said('ROOT|CHANGED', 'another account'),
  },
  {
    ...{ rule: 'RN24', name: 'a file with the right of its owner' },
    source: `await attempt(() => { fs.copyFileSync('/proc/self/exe', '/tmp/x'); fs.chmodSync('/tmp/x', 0o6755); fs.chownSync('/tmp/x', 0, 0); return 'CHANGED'; });`,
    held: said('CHANGED', 'a file of root'),
  },
  {
    ...{ rule: 'RN24', name: 'its own debugger', limits: { ms: 5_000 } },
    source: `const inspector = await module('node:inspector');
        await attempt(() => inspector.open(9229, '0.0.0.0') ?? inspector.url());
      await attempt(() => fetch('http://127.0.0.1:9229/json').then((reply) => reply.text())); process.exit(0);`,
  },
  {
    ...{ rule: 'RN24', name: 'constructors and the way to the outside' },
    source: `const paths = [() => globalThis.constructor.constructor('return process')(),
        () => this?.constructor.constructor('return process')(), () => (async () => {}).constructor('return process.env')(),
      () => Object.getPrototypeOf(async function* () {}).constructor('return globalThis.process')(), () => console.log.constructor('return process')(), () => setTimeout.constructor('return process')(), () => new Error().constructor.constructor('return process')()];
      for (const path of paths) await attempt(async () => { const found = await path();
        return Object.keys(found?.env ?? found ?? {}).join(); });
      await attempt(() => { Error.prepareStackTrace = (_, frames) => frames.map((frame) => frame.getThis?.()?.process?.env ?? frame.getFunction?.()); return new Error().stack; });`,
  },
  {
    ...{ rule: 'RN24', name: 'hostile values for what is printed and thrown' },
    source: `const trap = new Proxy(function () {}, { get: (_, name) => {
        if (name === 'then') return undefined; throw new Proxy({}, { get() { throw trap; } });
        }, apply() { return trap; }, getPrototypeOf() { throw trap; }, ownKeys() { throw 1; } });
      for (const value of [trap, { toString: trap }, { toJSON: trap }, { get stack() { throw 1;
        } }, Object.create(null), { [Symbol.toPrimitive]: trap }, { constructor: {
        name: trap } }]) { try { console.log(value);
        } catch {} try { console.error('%s %d %j %o', value, value, value, value); } catch {} }
      throw trap;`,
  },
  {
    ...{ rule: 'RN24', name: 'code that no module loaded' },
    source: `const vm = await module('node:vm');
        await attempt(() => vm.runInNewContext('this.constructor.constructor("return process")()').env);
      await attempt(() => process.getBuiltinModule?.('child_process').execSync('id').toString());
      await attempt(() => process.mainModule?.require('child_process').execSync('id').toString());
      await attempt(() => process.dlopen({ exports: {} }, '/usr/lib/x86_64-linux-gnu/libc.so.6'));`,
    held: said('uid=', 'a process'),
  },
];

export const REACHING: readonly Attempt[] = [...network, ...processes];
