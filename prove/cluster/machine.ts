/** Network namespaces that stand for machines: everything in one can be killed, frozen or cut off together. */
import { readdirSync } from 'node:fs';
import { run } from './packages.ts';

const bridge = 'giftlane';
export const network = '10.44.0.0/24';
/** The machine that this runs on: balancer, pooler, shop, and the third etcd. */
export const front = '10.44.0.1';

const ip = (...args: readonly string[]) => run('/usr/sbin/ip', ...args);

export interface Machine {
  readonly name: string;
  readonly address: string;
  /** What a program is started with to run in it. */
  readonly enter: readonly string[];
  /** Sends a signal to all its processes; without one left this does nothing. */
  signal(signal: NodeJS.Signals): void;
  /** Takes it off the network without a word to either side, or puts it back. */
  connect(connected: boolean): void;
}

function pidsOf(namespace: string): number[] {
  return ip('netns', 'pids', namespace).split('\n').filter(Boolean).map(Number);
}

function signalAll(namespace: string, signal: NodeJS.Signals): void {
  for (const pid of pidsOf(namespace))
    try {
      process.kill(pid, signal);
    } catch {
      // It ended meanwhile.
    }
}

/** Ends all processes of earlier machines and removes them with their network. */
export function removeMachines(): void {
  const names = ip('netns', 'list').match(/^giftlane-\w+/gm) ?? [];
  for (const name of names) {
    // Twice: a process may have started another one meanwhile.
    for (const _ of [1, 2]) signalAll(name, 'SIGKILL');
    ip('netns', 'delete', name);
  }
  const devices = readdirSync('/sys/class/net').filter((name) => /^giftlane$|^gl-/.test(name));
  for (const name of devices) ip('link', 'delete', name);
}

/** Makes the bridge, and a machine for each name; their addresses end in 11, 12 … */
export function makeMachines(names: readonly string[]): Machine[] {
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('address', 'add', `${front}/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  return names.map((name, index) => {
    const namespace = `giftlane-${name}`;
    const [outside, address] = [`gl-${name}`, `10.44.0.${11 + index}`];
    ip('netns', 'add', namespace);
    ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
    ip('link', 'set', outside, 'master', bridge, 'up');
    ip('-n', namespace, 'address', 'add', `${address}/24`, 'dev', 'eth0');
    for (const device of ['lo', 'eth0']) ip('-n', namespace, 'link', 'set', device, 'up');
    return {
      name,
      address,
      enter: ['/usr/sbin/ip', 'netns', 'exec', namespace],
      signal: (signal) => signalAll(namespace, signal),
      connect: (connected) =>
        void ip('link', 'set', outside, ...(connected ? ['master', bridge] : ['nomaster'])),
    };
  });
}
